"""Multiple shooting with the exported step of the snakeboard: IPOPT through CasADi, and acados.

Both solve the same problem: from a spinning rotor, turn the board within 15 steps.

Usage: python shooting.py LIBRARY SOURCE WORKING_FOLDER
"""

import ctypes
import os
import shutil
import sys
from pathlib import Path

import casadi as ca
import numpy as np

from conformance import assert_row

STEPS, H = 15, 0.05
PARAMETERS = np.array([1.0, 1.0, 0.5, 1.5])
GOAL_OF_THETA, WEIGHT_OF_CONTROL, WEIGHT_OF_GOAL = 0.5, 1e-3, 10.0


def begin(library):
    """The first state, with the wheels turned."""
    start = ca.external("nhi_start", library)
    q, v = [0.1, 0.4, 0.3, 0.2, -0.1], [2.5, 0.0, 0.0, 0.0, 0.0]
    return np.array(start(q, v, np.zeros((0, 1)), [0, 0], PARAMETERS, H, 0.0)).ravel()


def with_ipopt(library, first):
    """The controls, the cost and the largest defect by IPOPT."""
    step = ca.external("nhi_step", library)
    n, m = step.size1_in(0), step.size1_in(1)
    opti = ca.Opti()
    x, u = opti.variable(n, STEPS + 1), opti.variable(m, STEPS)
    opti.subject_to(x[:, 0] == first)
    for k in range(STEPS):
        opti.subject_to(x[:, k + 1] == step(x[:, k], u[:, k], PARAMETERS, H, 0.0))
        opti.set_initial(x[:, k + 1], first)
    opti.set_initial(x[:, 0], first)
    goal = (x[2, STEPS] - GOAL_OF_THETA) ** 2
    cost = WEIGHT_OF_CONTROL * ca.sumsqr(u) + WEIGHT_OF_GOAL * goal
    opti.minimize(cost)
    silent = {"print_level": 0, "hessian_approximation": "limited-memory", "max_iter": 200, "tol": 1e-10}
    opti.solver("ipopt", {"print_time": False}, silent)
    solved = opti.solve()
    trajectory, controls = solved.value(x), solved.value(u)
    defects = [
        np.max(np.abs(np.array(step(trajectory[:, k], controls[:, k], PARAMETERS, H, 0.0)).ravel() - trajectory[:, k + 1]))
        for k in range(STEPS)
    ]
    return controls, float(solved.value(cost)), max(defects), opti.stats()["iter_count"]


def with_acados(source, folder, first):
    """The controls and the cost by acados."""
    import acados

    install = Path(acados.__file__).parent / "install"
    os.environ["ACADOS_SOURCE_DIR"] = str(install)
    # The package lacks this link to its templates.
    link = install / "interfaces" / "acados_template" / "acados_template"
    link.parent.mkdir(parents=True, exist_ok=True)
    if not link.exists():
        link.symlink_to(install.parent / "acados_template")

    for name in ("libblasfeo.so", "libhpipm.so", "libqpOASES_e.so.3.1", "libacados.so"):
        ctypes.CDLL(str(install / "lib" / name), mode=ctypes.RTLD_GLOBAL)
    from acados.acados_template import AcadosModel, AcadosOcp, AcadosOcpSolver

    os.chdir(folder)
    shutil.copy(source, folder)
    n, m = len(first), 2
    model = AcadosModel()
    model.name = "board"
    model.x, model.u = ca.SX.sym("x", n), ca.SX.sym("u", m)
    model.p = ca.SX.sym("p", 6)
    model.dyn_ext_fun_type = "generic"
    model.dyn_generic_source = Path(source).name
    model.dyn_disc_fun = "snakeboard_disc_dyn_fun"
    model.dyn_disc_fun_jac = "snakeboard_disc_dyn_fun_jac"
    ocp = AcadosOcp()
    ocp.model = model
    ocp.dims.N = STEPS
    ocp.solver_options.tf = STEPS * H
    ocp.parameter_values = np.array([*PARAMETERS, H, 0.0])
    ocp.cost.cost_type = "LINEAR_LS"
    ocp.cost.cost_type_0 = "LINEAR_LS"
    ocp.cost.cost_type_e = "LINEAR_LS"
    # The sum over stages is an integral there.
    weight = 2 * WEIGHT_OF_CONTROL / H * np.eye(m)
    ocp.cost.W = ocp.cost.W_0 = weight
    ocp.cost.Vx = ocp.cost.Vx_0 = np.zeros((m, n))
    ocp.cost.Vu = ocp.cost.Vu_0 = np.eye(m)
    ocp.cost.yref = ocp.cost.yref_0 = np.zeros(m)
    ocp.cost.Vx_e = np.eye(n)[2:3]
    ocp.cost.W_e = np.array([[2 * WEIGHT_OF_GOAL]])
    ocp.cost.yref_e = np.array([GOAL_OF_THETA])
    ocp.constraints.x0 = first
    ocp.solver_options.qp_solver = "PARTIAL_CONDENSING_HPIPM"
    ocp.solver_options.hessian_approx = "GAUSS_NEWTON"
    ocp.solver_options.integrator_type = "DISCRETE"
    ocp.solver_options.nlp_solver_type = "SQP"
    ocp.solver_options.nlp_solver_max_iter = 100
    solver = AcadosOcpSolver(ocp, json_file="board.json", verbose=False)
    for k in range(STEPS + 1):
        solver.set(k, "x", first)
    status = solver.solve()
    assert status == 0, f"acados ended with status {status}"
    controls = np.array([solver.get(k, "u") for k in range(STEPS)]).T
    theta = solver.get(STEPS, "x")[2]
    cost = WEIGHT_OF_CONTROL * np.sum(controls**2) + WEIGHT_OF_GOAL * (theta - GOAL_OF_THETA) ** 2
    return controls, cost, solver.get_stats("sqp_iter")


if __name__ == "__main__":
    library, source, folder = sys.argv[1:]
    first = begin(library)
    controls, cost, defect, count = with_ipopt(library, first)
    print(f"IPOPT: cost {cost:.10f}, largest defect {defect:.1e}, {count} iterations")
    assert defect < 1e-8
    by_acados, cost_of_acados, count = with_acados(Path(source).resolve(), folder, first)
    print(f"acados: cost {cost_of_acados:.10f}, {count} iterations")
    assert abs(cost - cost_of_acados) < 1e-6 * max(1.0, cost)
    assert np.max(np.abs(controls - by_acados)) < 1e-3
    compared = "optimal controls of the snakeboard by `Mla`, with CasADi and IPOPT"
    assert_row("acados", compared, "cost to 1e-6, controls to 1e-3")
