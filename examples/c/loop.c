/*
 * A control loop around a generated integrator: in each period it reads the state of the
 * snakeboard, computes the torques, and makes one step. Prints a table like that of `nhi run`.
 *
 * On a controller the model may predict or observe: the calls are the same, they do not allocate,
 * and a failed step leaves the state as it was.
 */
#include "snakeboard.h"

#include <math.h>
#include <stdio.h>

/* The period of the loop in seconds, and the number of periods. */
static const double period = 0.01;
static const int periods = 500;

/* Swings the rotor and turns the wheels to an angle of one half. */
static snakeboard_controls torques(double t, const snakeboard_sample *now) {
    snakeboard_controls u;
    u.u_psi = sin(t) - now->v.psi_dot;
    u.u_phi = (0.5 - now->q.phi) - now->v.phi_dot;
    return u;
}

static void print(const snakeboard_sample *now) {
    printf("%.17g,%.17g,%.17g,%.17g,%.17g,%.17g,%.17g,%.17g\n", now->t, now->q.psi, now->q.phi,
           now->q.theta, now->q.x, now->q.y, now->lambda.skid, now->lambda.steer);
}

/* Makes the first state. It depends on the torques, which read the initial velocities. */
static nhi_status begin(const snakeboard_mla *board, snakeboard_mla_state *state,
                        nhi_failure *why) {
    snakeboard_sample first = {0};
    first.q.theta = 0.3;
    const snakeboard_controls u = torques(first.t, &first);
    return snakeboard_mla_start(board, first.t, &first.q, &first.v, &u, state, why);
}

/* One period: reads the state, computes the torques at the nodes of the step, and makes it. */
static nhi_status advance(const snakeboard_mla *board, snakeboard_mla_state *state,
                          nhi_failure *why) {
    snakeboard_sample now;
    snakeboard_controls u[SNAKEBOARD_MLA_NODES];
    nhi_status status = snakeboard_mla_sample(board, state, &now, why);
    if (status == NHI_OK) {
        print(&now);
        for (int node = 0; node < SNAKEBOARD_MLA_NODES; node++) {
            u[node] = torques(snakeboard_mla_node_time(board, state, node), &now);
        }
        status = snakeboard_mla_step(board, state, u, state, why);
    }
    return status;
}

int main(void) {
    const snakeboard_parameters parameters = {.m = 1.0, .l = 1.0, .i_rotor = 0.5, .j_wheel = 1.5};
    snakeboard_mla board;
    snakeboard_mla_state state;
    nhi_failure why;

    printf("t,psi,phi,theta,x,y,lambda.skid,lambda.steer\n");
    nhi_status status = snakeboard_mla_prepare(&board, &parameters, period, &why);
    if (status == NHI_OK) {
        status = begin(&board, &state, &why);
    }
    for (int k = 0; (k < periods) && (status == NHI_OK); k++) {
        /* A controller waits for its timer here. */
        status = advance(&board, &state, &why);
    }
    if (status != NHI_OK) {
        fprintf(stderr, "%s at t = %g: %s\n", nhi_message(status), why.time, why.name);
        return 1;
    }
    return 0;
}
