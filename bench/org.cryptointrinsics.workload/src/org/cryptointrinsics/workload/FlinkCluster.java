package org.cryptointrinsics.workload;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Version;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

import org.apache.flink.api.common.JobID;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.ConfigurationUtils;
import org.apache.flink.configuration.CoreOptions;
import org.apache.flink.configuration.HeartbeatManagerOptions;
import org.apache.flink.configuration.JobManagerOptions;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.configuration.MetricOptions;
import org.apache.flink.configuration.RestOptions;
import org.apache.flink.configuration.RpcOptions;
import org.apache.flink.configuration.SecurityOptions;
import org.apache.flink.configuration.TaskManagerOptions;
import org.apache.flink.runtime.clusterframework.TaskExecutorProcessSpec;
import org.apache.flink.runtime.clusterframework.TaskExecutorProcessUtils;
import org.apache.flink.runtime.entrypoint.StandaloneSessionClusterEntrypoint;
import org.apache.flink.runtime.jobmanager.JobManagerProcessUtils;
import org.apache.flink.runtime.taskexecutor.TaskManagerRunner;
import org.apache.flink.runtime.util.config.memory.ProcessMemoryUtils;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;

/** Processes of Flink, started as its own scripts do, which speak TLS with each other. */
final class FlinkCluster {

    static final String PROTOCOL = "TLSv1.3";
    static final String CIPHER_SUITE = "TLS_AES_128_GCM_SHA256";

    static final String HOST = "127.0.0.1";
    private static final MemorySize JOB_MANAGER_MEMORY = MemorySize.ofMebiBytes(896);
    private static final MemorySize TASK_MANAGER_MEMORY = MemorySize.ofMebiBytes(1408);
    private static final Duration TIMEOUT = Duration.ofMinutes(10);
    /** Answers take CPU time of all processes. */
    private static final Duration POLL = Duration.ofSeconds(1);

    private static final int POLLS_OF_THE_JOB = 30;
    /** States of a job that waits for nothing any more. */
    private static final Set<String> HAS_ENDED = Set.of("FAILED", "CANCELED", "FINISHED");

    /** Flink's own option for that does not reach Pekko. */
    private static final String STARTUP_TIMEOUT = "-Dpekko.remote.classic.startup-timeout=" + TIMEOUT.toSeconds() + "s";

    /** The packages of java.base that Flink's own {@code config.yaml} opens. */
    private static final List<String> OPENED = List.of("java.lang", "java.net", "java.io", "java.nio", "sun.nio.ch", "java.lang.reflect", "java.text",
                    "java.time", "java.util", "java.util.concurrent", "java.util.concurrent.atomic", "java.util.concurrent.locks");

    private final Lab lab;
    private final Configuration configuration;
    private final List<Vm> vms = new ArrayList<>();
    /** The path of the job, once there is one to wait for. */
    private String job;
    private final HttpClient http = HttpClient.newBuilder().version(Version.HTTP_1_1).build();

    private FlinkCluster(Lab lab, Configuration configuration) {
        this.lab = lab;
        this.configuration = configuration;
    }

    /** Writes the configuration. */
    static FlinkCluster in(Lab lab) throws IOException, InterruptedException {
        Configuration configuration = new Configuration();
        configuration.set(JobManagerOptions.ADDRESS, HOST);
        configuration.set(JobManagerOptions.BIND_HOST, HOST);
        configuration.set(JobManagerOptions.PORT, freePort());
        configuration.set(JobManagerOptions.TOTAL_PROCESS_MEMORY, JOB_MANAGER_MEMORY);
        configuration.set(TaskManagerOptions.HOST, HOST);
        configuration.set(TaskManagerOptions.BIND_HOST, HOST);
        configuration.set(TaskManagerOptions.NUM_TASK_SLOTS, 1);
        configuration.set(TaskManagerOptions.TOTAL_PROCESS_MEMORY, TASK_MANAGER_MEMORY);
        // It is for state on disk, which there is none of.
        configuration.set(TaskManagerOptions.MANAGED_MEMORY_SIZE, MemorySize.ZERO);
        configuration.set(RestOptions.ADDRESS, HOST);
        configuration.set(RestOptions.BIND_ADDRESS, HOST);
        configuration.set(RestOptions.PORT, freePort());
        configuration.set(MetricOptions.METRIC_FETCHER_UPDATE_INTERVAL, POLL);
        // On a busy machine all takes its time.
        configuration.set(RpcOptions.ASK_TIMEOUT_DURATION, TIMEOUT);
        configuration.set(RpcOptions.TCP_TIMEOUT, TIMEOUT);
        configuration.set(HeartbeatManagerOptions.HEARTBEAT_TIMEOUT, TIMEOUT);
        configuration.set(CoreOptions.TMP_DIRS, lab.folder().toString());
        String keys = Keys.in(lab.shared()).toString();
        configuration.set(SecurityOptions.SSL_INTERNAL_ENABLED, true);
        configuration.set(SecurityOptions.SSL_INTERNAL_KEYSTORE, keys);
        configuration.set(SecurityOptions.SSL_INTERNAL_KEYSTORE_PASSWORD, Keys.PASSWORD);
        configuration.set(SecurityOptions.SSL_INTERNAL_KEY_PASSWORD, Keys.PASSWORD);
        configuration.set(SecurityOptions.SSL_INTERNAL_TRUSTSTORE, keys);
        configuration.set(SecurityOptions.SSL_INTERNAL_TRUSTSTORE_PASSWORD, Keys.PASSWORD);
        configuration.set(SecurityOptions.SSL_PROTOCOL, PROTOCOL);
        configuration.set(SecurityOptions.SSL_ALGORITHMS, CIPHER_SUITE);
        Files.write(lab.folder().resolve("config.yaml"), ConfigurationUtils.convertConfigToWritableLines(configuration, false));
        return new FlinkCluster(lab, configuration);
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 0, InetAddress.getByName(HOST))) {
            return socket.getLocalPort();
        }
    }

    Vm startJobManager() throws IOException {
        String memory = JobManagerProcessUtils.generateJvmParametersStr(JobManagerProcessUtils.processSpecFromConfig(configuration), configuration);
        return start("job-manager", memory, StandaloneSessionClusterEntrypoint.class, Stream.empty());
    }

    Vm startTaskManager(String name) throws IOException {
        TaskExecutorProcessSpec spec = TaskExecutorProcessUtils.processSpecFromConfig(configuration);
        return start(name, ProcessMemoryUtils.generateJvmParametersStr(spec), TaskManagerRunner.class,
                        Stream.of(TaskExecutorProcessUtils.generateDynamicConfigsStr(spec).split(" ")));
    }

    private Vm start(String name, String memory, Class<?> main, Stream<String> arguments) throws IOException {
        List<String> options = new ArrayList<>(List.of("-XX:+UseG1GC", "--sun-misc-unsafe-memory-access=allow", "--enable-native-access=ALL-UNNAMED",
                        "-Djava.io.tmpdir=" + lab.folder(), "-Dorg.slf4j.simpleLogger.defaultLogLevel=warn", STARTUP_TIMEOUT));
        options.addAll(List.of(memory.split(" ")));
        OPENED.forEach(opened -> options.add("--add-opens=java.base/" + opened + "=ALL-UNNAMED"));
        Stream<String> all = Stream.concat(Stream.of("--configDir", lab.folder().toString()), arguments);
        Vm vm = lab.start(name, options, main, all.toArray(String[]::new));
        vms.add(vm);
        return vm;
    }

    int port() {
        return configuration.get(RestOptions.PORT);
    }

    /** Waits until so many tasks may be started. */
    void awaitSlots(int count) throws IOException, InterruptedException {
        await("/overview", answer -> answer.path("slots-available").asInt() == count);
    }

    /** Waits until all tasks of the job run, and returns the path of the last ones. */
    String awaitSink(JobID id) throws IOException, InterruptedException {
        job = "/jobs/" + id;
        JsonNode vertices = await(job, FlinkCluster::isRunning).path("vertices");
        return job + "/vertices/" + vertices.path(vertices.size() - 1).path("id").asText();
    }

    private static boolean isRunning(JsonNode job) {
        int vertices = job.path("vertices").size();
        return vertices > 0 && job.path("status-counts").path("RUNNING").asInt() == vertices;
    }

    /** Waits until {@code earliest}, and until the sinks have received so much from other task managers. */
    FlinkMetrics awaitRemoteBytes(String sink, double bytes, Instant earliest) throws IOException, InterruptedException {
        return FlinkMetrics.of(await(sink + FlinkMetrics.QUERY, answer -> Instant.now().isAfter(earliest) && FlinkMetrics.of(answer).remoteBytes() >= bytes));
    }

    /** How long the threads of all processes have run so far. */
    Duration cpu() {
        return vms.stream().map(Vm::cpu).reduce(Duration.ZERO, Duration::plus);
    }

    /** What all processes did between two moments. It is asked for before their end: Flink halts a VM five seconds after it was told to end. */
    FlightRecording recording(Instant from, Instant to) throws IOException, InterruptedException {
        FlightRecording sum = FlightRecording.NONE;
        for (Vm vm : vms) {
            vm.endRecording();
            sum = sum.plus(vm.recording(from, to));
        }
        return sum;
    }

    private JsonNode await(String path, Predicate<JsonNode> isDone) throws IOException, InterruptedException {
        Instant end = Instant.now().plus(TIMEOUT);
        int polls = 0;
        while (Instant.now().isBefore(end) && vms.stream().allMatch(Vm::isAlive)) {
            try {
                JsonNode answer = get(path);
                if (isDone.test(answer)) {
                    return answer;
                }
                if (job != null && ++polls % POLLS_OF_THE_JOB == 0 && HAS_ENDED.contains(get(job).path("state").asText())) {
                    String cause = get(job + "/exceptions").path("exceptionHistory").path("entries").path(0).path("stacktrace").asText();
                    throw new IOException("the job of Flink has ended" + cause.lines().findFirst().map(line -> ", " + line).orElse("") + "; see " + lab.folder());
                }
            } catch (ConnectException e) {
                // The job manager has not begun to listen.
            }
            Thread.sleep(POLL);
        }
        throw new IOException(path + " of Flink has not become as it should within " + TIMEOUT.toMinutes() + " minutes; see " + lab.folder());
    }

    private JsonNode get(String path) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://" + HOST + ':' + port() + path)).timeout(TIMEOUT).build();
        return new ObjectMapper().readTree(http.send(request, BodyHandlers.ofByteArray()).body());
    }
}
