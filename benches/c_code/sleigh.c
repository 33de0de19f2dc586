/* The Gni step of benches/baseline/generated.rs, with its parameters, start and trajectories. */
#include "chaplygin_sleigh.h"

#include <stdio.h>
#include <stdlib.h>

int main(int count, char **arguments) {
    const volatile double given[3] = {1.0, 2.0, 0.5};
    const chaplygin_sleigh_parameters parameters = {given[0], given[1], given[2]};
    const chaplygin_sleigh_coordinates q = {0.0, 0.5, 0.0};
    const chaplygin_sleigh_velocities v = {1.0, -1.5, 0.5};
    chaplygin_sleigh_gni stepper;
    chaplygin_sleigh_gni_state start;
    chaplygin_sleigh_gni_state state;
    nhi_failure failure;
    nhi_status status = chaplygin_sleigh_gni_prepare(&stepper, &parameters, 0.01, &failure);
    if (status == NHI_OK) {
        status = chaplygin_sleigh_gni_start(&stepper, 0.0, &q, &v, &start, &failure);
    }
    start.reflected = v;
    state = start;
    long left = (count == 2) ? atol(arguments[1]) : 0;
    while (left > 0 && status == NHI_OK) {
        const long now = (left < 200) ? left : 200;
        state = start;
        for (long i = 0; i < now && status == NHI_OK; i++) {
            status = chaplygin_sleigh_gni_step(&stepper, &state, &state, &failure);
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
