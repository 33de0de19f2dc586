//! Chromium without a window, where the machine has it.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;
use tempfile::TempDir;

/// Names under which it is installed.
const NAMES: [&str; 4] = ["chromium", "chromium-browser", "google-chrome", "chrome"];

/// A browser with a profile of its own.
pub(crate) struct Browser {
    program: &'static str,
    profile: TempDir,
    /// Options beside the usual ones.
    options: Vec<&'static str>,
}

impl Browser {
    /// A browser that runs here; a word about its absence where there is none.
    pub(crate) fn find() -> Option<Self> {
        for program in NAMES {
            let browser = Self {
                program,
                profile: TempDir::new().unwrap(),
                options: Vec::new(),
            };
            let blank = browser.dump("about:blank");
            if blank.is_ok_and(|output| output.status.success()) {
                return Some(browser);
            }
        }
        eprintln!("skipped: no Chromium that runs without a window is on this machine");
        None
    }

    /// The same browser with an option.
    #[allow(dead_code, reason = "each test file uses its part")]
    pub(crate) fn with(&self, option: &'static str) -> Self {
        Self {
            program: self.program,
            profile: TempDir::new().unwrap(),
            options: vec![option],
        }
    }

    /// The document of a page after its scripts have run, and then one more. Errors of scripts are
    /// kept in `data-failed`. Without a window nothing is painted, so that who waits for that is called
    /// by a clock.
    pub(crate) fn dom(&self, page: &Path, hash: &str, script: &str) -> String {
        let text = std::fs::read_to_string(page).unwrap();
        let listen = "<body><script>window.addEventListener('error', (event) => { \
                      document.documentElement.dataset.failed = event.message; }); \
                      window.requestAnimationFrame = (call) => \
                      setTimeout(() => call(performance.now()), 16);</script>";
        let text = text.replacen("<body>", listen, 1);
        let text = text.replacen("</body>", &format!("<script>{script}</script></body>"), 1);
        let watched: PathBuf = page.with_extension("watched.html");
        std::fs::write(&watched, text).unwrap();
        let output = self
            .dump(&format!("file://{}{hash}", watched.display()))
            .unwrap();
        assert!(output.status.success(), "{output:?}");
        String::from_utf8(output.stdout).unwrap()
    }

    fn dump(&self, address: &str) -> std::io::Result<Output> {
        Command::new(self.program)
            .args([
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--window-size=900,700",
            ])
            .arg(format!("--user-data-dir={}", self.profile.path().display()))
            .args(&self.options)
            .args(["--virtual-time-budget=2000", "--dump-dom", address])
            .output()
    }
}

/// What a script has written into `data-report`.
pub(crate) fn report(dom: &str) -> Value {
    let (_, rest) = dom.split_once("data-report=\"").expect("a report");
    let (json, _) = rest.split_once('"').unwrap();
    serde_json::from_str(&json.replace("&quot;", "\"")).unwrap()
}
