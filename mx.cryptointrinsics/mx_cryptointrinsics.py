import os
import shlex
import shutil
import zipfile

import mx
import mx_benchmark
import mx_gate
import mx_unittest

_suite = mx.suite("cryptointrinsics")
_PLUGIN = "CRYPTOINTRINSICS"
_AGENT = "CRYPTOINTRINSICS_AGENT"
_BENCH = "CRYPTOINTRINSICS_BENCH"


def _options_file():
    """Writes the file of java options for the jars that mx has, as Maven does for those in target/jit; returns its path."""
    with open(os.path.join(_suite.dir, "src", "org.cryptointrinsics", "cryptointrinsics.args"), encoding="utf-8") as f:
        options = f.read().replace("${jit.directory}", mx.classpath(_PLUGIN)).replace("${output.directory}", _suite.get_output_root())
    _lay_out_agent()
    path = os.path.join(_suite.get_output_root(), "cryptointrinsics.args")
    with open(path, "w", encoding="utf-8") as f:
        f.write(options)
    return path


def _lay_out_agent():
    """Puts the agent, with what serves where Graal is not the JIT, and what it loads, where Maven puts them."""
    folder = _suite.get_output_root()
    os.makedirs(os.path.join(folder, "jit"), exist_ok=True)
    for jar in mx.classpath(_PLUGIN).split(os.pathsep):
        link = os.path.join(folder, "jit", os.path.basename(jar))
        if os.path.lexists(link):
            os.remove(link)
        os.symlink(jar, link)
    plugin = mx.distribution(_PLUGIN).path
    _precompile(plugin, folder)
    # HotSpot takes its canonical path, and it looks for the others beside that.
    agent = os.path.join(folder, "cryptointrinsics-agent.jar")
    if os.path.islink(agent):
        os.remove(agent)
    shutil.copyfile(mx.distribution(_AGENT).path, agent)
    with zipfile.ZipFile(agent, "a", zipfile.ZIP_DEFLATED) as jar:
        for part in "plugin", "precompiled":
            for name in sorted(os.listdir(os.path.join(folder, part))):
                jar.write(os.path.join(folder, part, name), f"{part}/{name}")


def _precompile(plugin, folder):
    """Has Graal make the machine code of all kernels, and the plugin's classes for the agent, if the plugin is newer."""
    index = os.path.join(folder, "precompiled", "index")
    if os.path.exists(index) and os.path.getmtime(index) >= os.path.getmtime(plugin):
        return
    exports = ["java.base/jdk.internal.access", "jdk.graal.compiler/jdk.graal.compiler.hotspot.meta", "jdk.graal.compiler/jdk.graal.compiler.options",
               "jdk.internal.vm.ci/jdk.vm.ci.hotspot.amd64", "jdk.internal.vm.ci/jdk.vm.ci.runtime"]
    mx.run_java(["-XX:+UnlockExperimentalVMOptions", "-XX:+EnableJVMCI", "-XX:-UseJVMCICompiler", "-Djvmci.Compiler=graal",
                 "--upgrade-module-path=" + mx.classpath(_PLUGIN), "--add-modules=java.instrument"] +
                [f"--add-exports={package}=org.cryptointrinsics" for package in exports] +
                ["--module", "org.cryptointrinsics/org.cryptointrinsics.precompiler.Main", os.path.join(folder, "precompiled"), os.path.join(folder, "plugin")])


def _read_options(path):
    with open(path, encoding="utf-8") as f:
        return shlex.split(f.read(), comments=True)


def _without_plugin(vm_args):
    """Leaves Graal as the JIT."""
    graal = mx.classpath(_PLUGIN, includeSelf=False)
    return [arg.replace(mx.classpath(_PLUGIN), graal) for arg in vm_args
            if not arg.endswith("=org.cryptointrinsics") and not arg.startswith("-javaagent:")]


def _without_jit_on_class_path(vm_args):
    """Takes what is on the upgrade module path off the class path."""
    jit = mx.classpath(_PLUGIN).split(os.pathsep)
    i = vm_args.index("-cp") + 1
    class_path = os.pathsep.join(e for e in vm_args[i].split(os.pathsep) if e not in jit)
    return vm_args[:i] + [class_path] + vm_args[i + 1:]


class _UnittestConfig(mx_unittest.MxUnittestConfig):
    """Runs the tests with the options that Maven's Surefire gives them."""

    def apply(self, config):
        vm_args, main_class, main_class_args = config
        options_file = _options_file()
        test_options = [os.path.join(_suite.dir, "test", "org.cryptointrinsics.test", name) for name in ["graal.args", "test.args"]]
        report = os.path.join(_suite.get_output_root(), "report.txt")
        properties = [f"-Dcryptointrinsics.root={_suite.dir}", f"-Dcryptointrinsics.output={_suite.get_output_root()}",
                      f"-Dcryptointrinsics.args={options_file}", f"-Djdk.graal.CryptoIntrinsicsReport={report}"]
        vm_args = sum(map(_read_options, [options_file, *test_options]), []) + properties + _without_jit_on_class_path(vm_args)
        return (vm_args, main_class, main_class_args)


mx_unittest.register_unittest_config(_UnittestConfig("cryptointrinsics"))


# The VMs of "mx benchmark" differ in what _JMHBenchmarkSuite adds.
for _config in ["c2", "graal", "plugin"]:
    mx_benchmark.add_java_vm(mx_benchmark.DefaultJavaVm("hotspot", _config), _suite, 2)

# Graal knows no compiler blackholes.
_JMH_PROPERTIES = ["-Djmh.blackhole.autoDetect=false"]


class _JMHBenchmarkSuite(mx_benchmark.JMHDistBenchmarkSuite):
    def name(self):
        return "jmh-cryptointrinsics"

    def group(self):
        return "cryptointrinsics"

    def subgroup(self):
        return "jmh"

    def filter_distribution(self, dist):
        return dist.name == _BENCH

    def createCommandLineArgs(self, benchmarks, bmSuiteArgs):
        self._config = self.jvmConfig(bmSuiteArgs)
        return super().createCommandLineArgs(benchmarks, bmSuiteArgs)

    def extraVmArgs(self):
        vm_args = _JMH_PROPERTIES + _without_jit_on_class_path(super().extraVmArgs())
        if self._config == "c2":
            return vm_args
        jit = _read_options(_options_file())
        return (jit if self._config == "plugin" else _without_plugin(jit)) + vm_args


mx_benchmark.add_bm_suite(_JMHBenchmarkSuite())


@mx.command(_suite.name, "vm", "[java arguments]")
def vm(args):
    """run java with the intrinsics"""
    return mx.run_java(["@" + _options_file()] + args)


@mx.command(_suite.name, "microbench", "[JMH arguments]")
def microbench(args):
    """run the JMH benchmarks with the intrinsics"""
    vm_args = ["@" + _options_file()] + _JMH_PROPERTIES + _without_jit_on_class_path(mx.get_runtime_jvm_args([_BENCH]))
    return mx.run_java(vm_args + [mx.distribution(_BENCH).mainClass] + args)


def _gate_runner(args, tasks):
    with mx_gate.Task("UnitTests", tasks, tags=["test"]) as task:
        if task:
            mx_unittest.unittest([])


mx_gate.add_gate_runner(_suite, _gate_runner)


def mx_post_parse_cmd_line(opts):
    # A JDK that was built without jmods (JEP 493) cannot make the module of mx's own test runner, which needs none.
    if not opts.jmods_dir and not os.path.exists(os.path.join(mx.get_jdk().home, "jmods")):
        opts.jmods_dir = "NO_JMODS"
