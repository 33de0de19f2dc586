"""Runs the mutants of the compiler, all of them in one build.

    pip install tree-sitter tree-sitter-rust
    cargo install cargo-mutants --locked
    git clone . ../mutated && cd ../mutated
    python3 xtask/mutants.py instrument   # rewrites the sources of this clone
    python3 xtask/mutants.py trace        # builds the tests, and records which mutants each reaches
    python3 xtask/mutants.py run 4        # every mutant, for at most 4 seconds of tests
    python3 xtask/mutants.py run 60       # those that survived, with other tests
    python3 xtask/mutants.py show         # the numbers and the survivors

An environment variable selects the mutant of a run. `instrument` removes mutants that do not pass
the type check. It ignores those in constants, and functions that return `impl Trait`, because both
values of such a function would need the same type. An operator is exchanged together with its
operands, so that the other operators around it keep theirs.

Limits are CPU time. Everything is written to `mutants/` as soon as it is known, and `run` resumes.
"""

import json
import os
import re
import resource
import signal
import subprocess
import sys
from collections import Counter, defaultdict
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

OUT = Path("mutants")
CRATE = "nhi-symbolic"
FILES = ["schemes/**", "mechanics/**", "program/**", "expr/derivative*", "discrete/elimination*"]
TESTS = [
    "-p nhi-symbolic --lib --test expr --test numerics",
    "-p nhi-study --lib -p nonholonomic --test up_to_date --test operation_budgets",
    "-p nhi-machine -p nhi-cli --tests",
]
WORKERS = 2
LONGEST = 100  # Tests that need more seconds without a mutant are left out.
MEMORY = 4 << 30
COMPARISONS = {"==", "!=", "<", "<=", ">", ">="}
RUNTIME = """//! Selects a mutant by an environment variable.
#![allow(missing_docs)]
use std::fs::{File, OpenOptions};
use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{LazyLock, Mutex};

static ACTIVE: LazyLock<u32> = LazyLock::new(|| {
    std::env::var("MUTANT").map_or(0, |id| id.parse().expect("a number"))
});
/// Tests of the command start processes, which add their lines to one file.
static TRACE: LazyLock<Option<Mutex<File>>> = LazyLock::new(|| {
    let path = std::env::var_os("MUTANT_TRACE")?;
    let file = OpenOptions::new().append(true).create(true).open(path);
    Some(Mutex::new(file.expect("a path")))
});
static REACHED: [AtomicBool; 10_000] = [const { AtomicBool::new(false) }; 10_000];

#[inline]
pub fn on(id: u32) -> bool {
    let active = *ACTIVE;
    if active == 0 {
        reached(id);
    }
    active == id
}

#[cold]
fn reached(id: u32) {
    if let Some(file) = &*TRACE && !REACHED[id as usize].swap(true, Ordering::Relaxed) {
        let line = format!("{id}\\n");
        file.lock().unwrap().write_all(line.as_bytes()).unwrap();
    }
}
"""


def on(mutant):
    return f"crate::mutant::on({mutant['id']})"


def marked(mutant, text):
    """The code of a mutant, in comments by which errors of the type check are attributed to it."""
    return f"/*<{mutant['id']}*/{text}/*>{mutant['id']}*/"


class Rewriter:
    """Renders the syntax tree of a file with some of its mutants."""

    def __init__(self, source, mutants):
        from tree_sitter import Language, Parser
        import tree_sitter_rust

        self.source = source.encode()
        self.starts = [0]
        for line in source.split("\n"):
            self.starts.append(self.starts[-1] + len(line.encode()) + 1)
        self.lines = source.split("\n")
        self.tree = Parser(Language(tree_sitter_rust.language())).parse(self.source).root_node
        self.by_place = defaultdict(list)
        for mutant in mutants:
            if mutant["genre"] == "FnValue":
                place = ("FnValue", self.offset(mutant["function"]["span"]["end"]))
            else:
                place = (mutant["genre"], self.offset(mutant["span"]["start"]))
            self.by_place[place].append(mutant)

    def offset(self, place):
        line = self.lines[place["line"] - 1]
        return self.starts[place["line"] - 1] + len(line[: place["column"] - 1].encode())

    def plain(self, node):
        return self.source[node.start_byte : node.end_byte].decode()

    def at(self, genre, offset, node):
        """The mutants of a place. Those that this build cannot contain get a status instead."""
        found = [m for m in self.by_place[genre, offset] if m["status"] == "run"]
        ancestor, is_constant, of = node, False, None
        while found and (ancestor := ancestor.parent):
            if ancestor.type in ("const_item", "static_item") and of is None:
                is_constant = True
            if ancestor.type in ("closure_expression", "function_item"):
                of = ancestor
        for mutant in found:
            if is_constant:
                mutant["status"] = "constant"
            elif genre == "FnValue" and "impl " in mutant["function"]["return_type"]:
                mutant["status"] = "impl Trait"
            else:
                mutant["placed"] = True
        return [m for m in found if m["status"] == "run"]

    def children(self, node):
        parts, end = [], node.start_byte
        for child in node.children:
            parts += [self.source[end : child.start_byte].decode(), self.render(child)]
            end = child.end_byte
        return "".join(parts) + self.source[end : node.end_byte].decode()

    def render(self, node):
        rewrite = getattr(self, node.type, None)
        return (rewrite and rewrite(node)) or (self.children(node) if node.children else self.plain(node))

    def choice(self, mutants, original):
        """`mutants` are pairs of a mutant and its code. The original determines the type."""
        ids = ",".join(str(m["id"]) for m, _ in mutants)
        none = " && ".join(f"!{on(m)}" for m, _ in mutants)
        others = [f"if {on(m)} {{ {marked(m, code)} }}" for m, code in mutants[:-1]]
        others.append(f"{{ {marked(*mutants[-1])} }}")
        return f"(/*[{ids}*/if {none} {{ {original} }} else {' else '.join(others)}/*]*/)"

    def block(self, node):
        if node.parent.type != "function_item":
            return None
        mutants = self.at("FnValue", node.end_byte, node)
        returns = "".join(
            f" if {on(m)} {{ return {marked(m, m['replacement'])}; }}" for m in mutants
        )
        return "{" + returns + self.children(node)[1:]

    def binary_expression(self, node):
        operator = node.child_by_field_name("operator")
        mutants = self.at("BinaryOperator", operator.start_byte, node)
        if not mutants:
            return None
        left, right = (self.render(node.child_by_field_name(side)) for side in ("left", "right"))
        symbol = self.plain(operator)
        if symbol in ("&&", "||") and all(m["replacement"] in ("&&", "||") for m in mutants):
            (mutant,) = mutants
            is_and = "!=" if symbol == "&&" else "=="
            id = mutant["id"]
            chosen = f"if lhs {is_and} {on(mutant)} {{ {right} }} else {{ lhs }}"
            return f"({{/*[{id}*/ let lhs: bool = {left}; {chosen} /*]*/}})"
        if len(left) + len(right) < 300:
            apply, before, after = (lambda op: f"({left}) {op} ({right})"), "", ""
        elif symbol in COMPARISONS:
            apply = lambda op: f"*lhs {op} *rhs"
            before, after = f"(match (&({left}), &({right})) {{ (lhs, rhs) => ", "})"
        else:
            apply = lambda op: f"lhs {op} rhs"
            before, after = f"(match ({left}, {right}) {{ (lhs, rhs) => ", "})"
        others = [(m, apply(m["replacement"])) for m in mutants]
        return before + self.choice(others, apply(symbol)) + after

    def compound_assignment_expr(self, node):
        operator = node.child_by_field_name("operator")
        mutants = self.at("BinaryOperator", operator.start_byte, node)
        left, right = (self.render(node.child_by_field_name(side)) for side in ("left", "right"))
        others = [(m, f"{left} {m['replacement']} {right}") for m in mutants]
        return others and self.choice(others, f"{left} {self.plain(operator)} {right}")

    def unary_expression(self, node):
        mutants = self.at("UnaryOperator", node.start_byte, node)
        operand = self.render(node.children[1])
        operator = self.plain(node.children[0])
        others = [(m, operand) for m in mutants]
        return others and self.choice(others, f"{operator}{operand}")

    def match_arm(self, node):
        pattern = node.child_by_field_name("pattern")
        mutants = self.at("MatchArm", node.start_byte, node)
        conditions = [f"!{on(m)}" for m in mutants]
        guard = pattern.child_by_field_name("condition")
        if guard:
            condition = f"({self.render(guard)})"
            for mutant in self.at("MatchArmGuard", guard.start_byte, node):
                truth = "||" if mutant["replacement"] == "true" else "&& !"
                condition = f"({condition} {truth} {on(mutant)})".replace("! ", "!")
            conditions.append(condition)
        if not mutants and not guard:
            return None
        ids = ",".join(str(m["id"]) for m in mutants)
        mark = f"/*[{ids}*/" if ids else "/*[*/"
        head = pattern.children[0]
        start = self.source[node.start_byte : pattern.start_byte].decode()
        rest = self.source[pattern.end_byte : pattern.end_byte].decode()
        tail, end = [], pattern.end_byte
        for child in node.children[node.children.index(pattern) + 1 :]:
            tail += [self.source[end : child.start_byte].decode(), self.render(child)]
            end = child.end_byte
        return f"{start}{self.plain(head)} if {mark}{' && '.join(conditions)}/*]*/{rest}{''.join(tail)}"

    def struct_field(self, node, name, value):
        mutants = self.at("StructField", node.start_byte, node)
        base = next((c for c in node.parent.children if c.type == "base_field_initializer"), None)
        if not mutants or not base:
            return None
        base = self.plain(base.children[1])
        if base == "Default::default()":
            base = f"<{self.plain(node.parent.parent.children[0])}>::default()"
        others = [(m, f"({base}).{name}") for m in mutants]
        return f"{name}: {self.choice(others, value)}"

    def field_initializer(self, node):
        value = self.render(node.child_by_field_name("value"))
        return self.struct_field(node, self.plain(node.children[0]), value)

    def shorthand_field_initializer(self, node):
        return self.struct_field(node, self.plain(node), self.plain(node))


def write(mutants):
    """Writes all files, each with the mutants that are still to be run."""
    by_file = defaultdict(list)
    for mutant in mutants:
        by_file[mutant["file"]].append(mutant)
    for file, own in by_file.items():
        source = subprocess.check_output(["git", "show", f"HEAD:{file}"], text=True)
        rewriter = Rewriter(source, own)
        Path(file).write_text(rewriter.render(rewriter.tree))
    root = subprocess.check_output(["git", "show", f"HEAD:{CRATE}/src/lib.rs"], text=True)
    documentation, modules = root.split("#[doc(hidden)]", 1)
    root = f"{documentation}#![allow(warnings, clippy::all)]\nmod mutant;\n#[doc(hidden)]{modules}"
    Path(f"{CRATE}/src/lib.rs").write_text(root)
    Path(f"{CRATE}/src/mutant.rs").write_text(RUNTIME)


def regions(text):
    """Intervals with the ids of their mutants: the code of one mutant, or all at one expression."""
    found, open_own, open_all = [], [], []
    for mark in re.finditer(rb"/\*(?:([<>])(\d+)|\[([\d,]*)|(\]))\*/", text):
        if mark[1] == b"<":
            open_own.append(mark.start())
        elif mark[1] == b">":
            found.append((open_own.pop(), mark.end(), [int(mark[2])], True))
        elif mark[4]:
            start, ids = open_all.pop()
            found.append((start, mark.end(), ids, False))
        else:
            open_all.append((mark.start(), [int(id) for id in mark[3].split(b",") if id]))
    return found


def type_errors(arms):
    """Ids of mutants that do not pass the type check: certain ones, and possible ones.

    `arms` are the ids of deleted arms, the only ones that make a match incomplete.
    """
    command = ["cargo", "check", "-p", CRATE, "--lib", "--message-format=json"]
    lines = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    certain, possible, failed = set(), set(), False
    files = {}
    for line in lines.stdout.splitlines():
        message = json.loads(line).get("message")
        if not message or message["level"] != "error" or not message["spans"]:
            continue
        failed = True
        candidates = []
        is_incomplete = (message["code"] or {}).get("code") == "E0004"
        for span in message["spans"]:
            is_primary = span["is_primary"]
            while span["expansion"]:
                span = span["expansion"]["span"]
            file = span["file_name"]
            if not file.startswith(CRATE):
                continue
            if file not in files:
                files[file] = regions(Path(file).read_bytes())
            for start, end, ids, is_own in filter(lambda region: region[2], files[file]):
                if start <= span["byte_start"] and span["byte_end"] <= end:
                    candidates.append((not is_own, not is_primary, end - start, ids))
                if is_incomplete and not arms.issuperset(ids):
                    continue
                distance = max(span["byte_start"] - end, start - span["byte_end"])
                if 0 <= distance < 1000 and not is_own:
                    candidates.append((True, True, 10**6 + distance, ids))
        if not candidates:
            sys.exit(message["rendered"])
        is_all, _, _, ids = min(candidates)
        (possible if is_all else certain).update(ids)
    return failed, certain, possible


def instrument():
    command = ["cargo", "mutants", "--list", "--json", "-p", CRATE]
    for files in FILES:
        command += ["-f", f"{CRATE}/src/{files}"]
    subprocess.run(["git", "checkout", "-q", f"{CRATE}/src"], check=True)
    mutants = json.loads(subprocess.check_output(command))
    for id, mutant in enumerate(mutants, 1):
        del mutant["diff"]
        mutant.update(id=id, status="run")
    arms = {m["id"] for m in mutants if m["genre"] == "MatchArm"}
    for attempt in range(30):
        write(mutants)
        failed, certain, possible = type_errors(arms)
        dropped = certain or possible
        print(attempt, len(certain), len(possible), flush=True)
        for mutant in mutants:
            if mutant["id"] in dropped:
                mutant["status"] = "type"
        if not failed:
            break
    for mutant in mutants:
        if mutant["status"] == "run" and not mutant.get("placed"):
            mutant["status"] = "type"  # An alternative to `let` in a condition.
    OUT.mkdir(exist_ok=True)
    (OUT / "mutants.json").write_text(json.dumps(mutants, indent=1))
    print(Counter(m["status"] for m in mutants))


def binaries():
    """The test binaries and the folders that they run in."""
    found = {}
    for tests in TESTS:
        command = ["cargo", "test", "--no-run", "--message-format=json", *tests.split()]
        for line in subprocess.check_output(command, text=True).splitlines():
            message = json.loads(line)
            if message.get("executable") and message["profile"]["test"]:
                found[message["executable"]] = str(Path(message["manifest_path"]).parent)
    return found


def run_test(test, seconds, **variables):
    """The exit code of a test, or less than zero for a signal, and its CPU time."""
    binary, folder, name = test.split("|")
    environment = os.environ | {
        "RUST_BACKTRACE": "0",
        "PROPTEST_CASES": "8",
        "PROPTEST_RNG_SEED": "1",
        "PROPTEST_MAX_SHRINK_ITERS": "0",
        "PROPTEST_DISABLE_FAILURE_PERSISTENCE": "1",
        **{key: str(value) for key, value in variables.items()},
    }

    def limit():
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))

    process = subprocess.Popen(
        [binary, "--exact", name],
        cwd=folder,
        env=environment,
        preexec_fn=limit,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    return process.returncode, usage.ru_utime + usage.ru_stime


def trace():
    path = OUT / "trace.json"
    traced = json.loads(path.read_text()) if path.exists() else []
    known, tests = {t["test"] for t in traced}, []
    for binary, folder in binaries().items():
        listed = subprocess.check_output([binary, "--list", "--format", "terse"], text=True)
        names = [line.removesuffix(": test") for line in listed.splitlines() if ": test" in line]
        tests += [test for name in names if (test := f"{binary}|{folder}|{name}") not in known]

    def one(place):
        path = (OUT / f"trace{place}").absolute()
        code, seconds = run_test(tests[place], LONGEST, MUTANT_TRACE=path)
        reached = [int(line) for line in path.read_text().split()] if path.exists() else []
        path.unlink(missing_ok=True)
        if code:
            print("fails without a mutant:", tests[place], code, f"{seconds:.1f}", flush=True)
        return {"test": tests[place], "passes": not code, "seconds": seconds, "reached": reached}

    with ThreadPoolExecutor(WORKERS) as pool:
        traced += pool.map(one, range(len(tests)))
    path.write_text(json.dumps(traced))
    total = sum(t["seconds"] for t in traced)
    reached = {id for t in traced if t["passes"] for id in t["reached"]}
    print(len(traced), "tests,", round(total), "seconds,", len(reached), "mutants reached")


def results():
    """The last result of each mutant."""
    path = OUT / "results.jsonl"
    lines = path.read_text().splitlines() if path.exists() else []
    return {result["id"]: result for result in map(json.loads, lines)}


def run(budget, of_files="", of_tests=""):
    mutants = json.loads((OUT / "mutants.json").read_text())
    by_mutant = defaultdict(list)
    for traced in json.loads((OUT / "trace.json").read_text()):
        for id in traced["reached"] if traced["passes"] else []:
            # The fastest tests, and those that reach few other mutants.
            rank = traced["seconds"] * len(traced["reached"]) ** 0.5
            by_mutant[id].append((rank, traced["seconds"], traced["test"]))
    known = results()

    def one(mutant):
        old = known.get(mutant["id"], {"outcome": "survives", "passed": []})
        if old["outcome"] != "survives":
            return
        result = {"id": mutant["id"], "outcome": "survives", "passed": list(old["passed"])}
        tests = sorted(by_mutant[mutant["id"]])
        left = [(s, test) for _, s, test in tests if place(test) not in old["passed"]]
        left = [test for test in left if re.search(of_tests, place(test[1]))]
        used = 0.0
        while fits := [test for test in left if used + test[0] <= float(budget)]:
            left.remove(fits[0])
            usual, test = fits[0]
            code, seconds = run_test(test, int(4 * usual) + 3, MUTANT=mutant["id"])
            used += seconds
            if code:
                late = code in (-signal.SIGXCPU, -signal.SIGKILL)
                result |= {"outcome": "time" if late else "caught", "by": place(test)}
                break
            result["passed"].append(place(test))
        result["left"] = len(left)
        with (OUT / "results.jsonl").open("a") as file:
            file.write(json.dumps(result) + "\n")

    def place(test):
        binary, _, name = test.split("|")
        return f"{Path(binary).name.rsplit('-', 1)[0]}::{name}"

    todo = [m for m in mutants if m["status"] == "run" and re.search(of_files, m["file"])]
    with ThreadPoolExecutor(WORKERS) as pool:
        list(pool.map(one, todo))
    show()


def folder_of(mutant):
    return next(f for f in map(lambda f: f.split("*")[0].rstrip("/"), FILES) if f in mutant["file"])


def show():
    known, table = results(), defaultdict(Counter)
    for mutant in json.loads((OUT / "mutants.json").read_text()):
        outcome = mutant["status"]
        if outcome == "run":
            result = known.get(mutant["id"], {"outcome": "not run"})
            outcome = result["outcome"]
            if outcome == "survives":
                tests = f"{len(result['passed'])} passed, {result['left']} left"
                print(f"{mutant['id']}: {mutant['name']} [{tests}]")
        table[folder_of(mutant)][outcome] += 1
        table["in all"][outcome] += 1
    for folder, numbers in table.items():
        print(folder, sum(numbers.values()), dict(numbers))


if __name__ == "__main__":
    commands = {"instrument": instrument, "trace": trace, "run": run, "show": show}
    commands[sys.argv[1]](*sys.argv[2:])
