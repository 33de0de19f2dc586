/* The program of the board, here on a host: prints the samples that the library shows. */
#include <stdint.h>
#include <stdio.h>

struct start {
    float m, l, i_rotor, j_wheel, step, q[5], v[5];
};

struct sample {
    float t, q[5], v[5], lambda[2];
};

int32_t snakeboard_run(const struct start *start, uint32_t steps,
                       void (*observe)(const struct sample *));
float sledge_run(float m, float inertia, float step, uint32_t steps);
float hopper_run(float m, float bounce, float step, uint32_t steps);
float snakeboard_panicking(size_t index);

static void print(const struct sample *s) {
    printf("%.9g", s->t);
    for (int i = 0; i < 5; i++) printf(" %.9g", s->q[i]);
    for (int i = 0; i < 5; i++) printf(" %.9g", s->v[i]);
    for (int i = 0; i < 2; i++) printf(" %.9g", s->lambda[i]);
    printf("\n");
}

int main(void) {
    static volatile uint32_t steps = 300; /* not known to the compiler */
    (void)print;
#if defined IMPLICIT
    printf("heading after %u steps: %.7g rad\n", steps, sledge_run(1, 1, 0.01f, steps));
    return 0;
#elif defined CONTACTS
    printf("height after %u steps: %.7g m\n", steps, hopper_run(1, 0.5f, 0.002f, steps));
    return 0;
#elif defined PANICKING
    printf("%g\n", snakeboard_panicking(steps));
    return 0;
#else
    const struct start start = {
        .m = 1, .l = 1, .i_rotor = 0.5f, .j_wheel = 1.5f, .step = 0.01f,
        .q = {0, 0.5f, 0, 0, 0},
        .v = {2.5f, 0, 0, 0, 0},
    };
    return snakeboard_run(&start, steps, print);
#endif
}
