//! A real NATS server for tests.

use std::{
    net::{TcpListener, TcpStream},
    process::{Child, Command, Stdio},
    time::Duration,
};

/// A server of our own on a free port; it ends with the test.
pub(crate) struct Server {
    child: Child,
    port: u16,
    _store: tempfile::TempDir,
}

impl Server {
    /// Starts one; `None`, loudly, if there is no `nats-server` here.
    pub(crate) fn start(with_streams: bool) -> Option<Server> {
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let store = tempfile::tempdir().unwrap();
        let program = ["nats-server", "/usr/sbin/nats-server"]
            .into_iter()
            .find(|p| Command::new(p).arg("--version").stdout(Stdio::null()).status().is_ok());
        let Some(program) = program else {
            eprintln!("NOT TESTED: nats-server is not installed (tools/setup.sh test installs it)");
            return None;
        };
        let mut command = Command::new(program);
        command
            .args(["-a", "127.0.0.1", "-p", &port.to_string()])
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        if with_streams {
            command.arg("-js").arg("-sd").arg(store.path());
        }
        let server = Server { child: command.spawn().unwrap(), port, _store: store };
        for _ in 0..200 {
            if TcpStream::connect(("127.0.0.1", port)).is_ok() {
                return Some(server);
            }
            std::thread::sleep(Duration::from_millis(50));
        }
        panic!("nats-server does not answer on port {port}");
    }

    pub(crate) fn url(&self) -> String {
        format!("nats://127.0.0.1:{}", self.port)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
