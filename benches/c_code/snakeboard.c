/* The Mla step of benches/baseline/generated_mla.rs, with its parameters, start, controls and
   trajectories. */
#include "snakeboard.h"

#include <stdio.h>
#include <stdlib.h>

static snakeboard_controls torques(double t) {
    const snakeboard_controls u = {0.5 - t, 0.25 * t};
    return u;
}

int main(int count, char **arguments) {
    const volatile double given[4] = {1.0, 1.0, 0.5, 1.5};
    const snakeboard_parameters parameters = {given[0], given[1], given[2], given[3]};
    const snakeboard_coordinates q = {1.5707963267948966, 1.0471975511965976, 0.0, 0.0, 0.0};
    const snakeboard_velocities v = {2.5, -0.02, -1.8035254037844386, 1.041265877365274, 0.0};
    const snakeboard_controls first = torques(0.0);
    snakeboard_mla stepper;
    snakeboard_mla_state start;
    snakeboard_mla_state state;
    nhi_failure failure;
    nhi_status status = snakeboard_mla_prepare(&stepper, &parameters, 0.01, &failure);
    if (status == NHI_OK) {
        status = snakeboard_mla_start(&stepper, 0.0, &q, &v, &first, &start, &failure);
    }
    state = start;
    long left = (count == 2) ? atol(arguments[1]) : 0;
    while (left > 0 && status == NHI_OK) {
        const long now = (left < 200) ? left : 200;
        state = start;
        for (long i = 0; i < now && status == NHI_OK; i++) {
            snakeboard_controls u[SNAKEBOARD_MLA_NODES];
            for (int node = 0; node < SNAKEBOARD_MLA_NODES; node++) {
                u[node] = torques(snakeboard_mla_node_time(&stepper, &state, node));
            }
            status = snakeboard_mla_step(&stepper, &state, u, &state, &failure);
        }
        left -= now;
    }
    if (status != NHI_OK) {
        printf("%s at %g %s\n", nhi_message(status), failure.time, failure.name);
        return 1;
    }
    printf("%.17g %.17g %.17g\n", state.q.theta, state.q.x, state.q.y);
    return 0;
}
