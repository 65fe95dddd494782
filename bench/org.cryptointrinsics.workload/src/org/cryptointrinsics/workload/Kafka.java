package org.cryptointrinsics.workload;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Writer;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.apache.kafka.common.Uuid;
import org.apache.kafka.tools.ConsumerPerformance;
import org.apache.kafka.tools.ProducerPerformance;

import kafka.tools.StorageTool;

/** Kafka's own load tools give records to a broker and take them back, over TLS. */
final class Kafka implements Workload {

    private static final int RECORD = 1024;
    private static final int RECORDS = 3_000_000;
    private static final int SHORT_RECORDS = 400_000;
    /** Different ones. {@code ProducerPerformance} would spend half of its CPU time to make each record at random. */
    private static final int PAYLOADS = 1000;
    /** Of each pass of the warm-up. */
    private static final int WARM_UP_RECORDS = 100_000;
    /** At least, as machines may be slow. */
    private static final int WARM_UP_PASSES = 6;
    private static final int WARM_UP_SECONDS = 120;
    private static final int SHORT_WARM_UP_SECONDS = 20;
    private static final Duration TIMEOUT = Duration.ofMinutes(10);

    /** The heaps that Kafka's scripts give, and their collector. */
    private static final List<String> BROKER_HEAP = List.of("-Xms1g", "-Xmx1g", "-XX:+UseG1GC");
    private static final List<String> CLIENT_HEAP = List.of("-Xms512m", "-Xmx512m", "-XX:+UseG1GC");
    /** Warnings, the line that {@link #STARTED} waits for, and numbers with a point. */
    private static final List<String> OUTPUT = List.of("-Dorg.slf4j.simpleLogger.defaultLogLevel=warn", "-Dorg.slf4j.simpleLogger.log.kafka.server.KafkaRaftServer=info",
                    "-Duser.language=en");

    /** On a machine with other work to do, nothing is given up that would go on soon. */
    private static final String PATIENCE = String.valueOf(TIMEOUT.toMillis());

    private static final int BATCH = 64 * 1024;
    private static final int PARTITIONS = 4;
    private static final int SEGMENT = 64 * 1024 * 1024;
    private static final String TOPIC = "records";
    private static final Pattern STARTED = Pattern.compile("Kafka Server started");
    /** How many, how many each second, and milliseconds. */
    private static final Pattern PRODUCED = Pattern.compile("^(\\d+) records sent, ([\\d.]+) records/sec .* (\\d+) ms 99th");
    /** Begin, end, MiB, MiB/s, how many, how many each second, milliseconds until partitions were assigned, and since. */
    private static final Pattern CONSUMED = Pattern.compile("^[-\\d]+ [\\d:]+, [-\\d]+ [\\d:]+, [\\d.]+, [\\d.]+, (\\d+), [\\d.]+, \\d+, (\\d+), ");

    private static final double MILLI = 1e-3;
    private static final double MEGA = 1e6;
    private static final double GIGA = 1e9;
    private static final double PERCENT = 100;

    @Override
    public String name() {
        return "kafka";
    }

    @Override
    public String description() {
        return "Apache Kafka with one broker, which is the controller, too. `ProducerPerformance` gives it " + RECORDS + " records of " + RECORD + " B, chosen from " + PAYLOADS +
                        ", as fast as it takes them, then `ConsumerPerformance` takes them back, both over TLS 1.3 with AES-GCM. Warmed up by the same for at least " +
                        WARM_UP_SECONDS + " s. The broker's logs are in memory, if there is enough. Latency is that of the producer.";
    }

    @Override
    public List<Quantity> quantities() {
        return List.of(Quantity.MEGABYTES, Quantity.MEGABYTES_PRODUCED, Quantity.MEGABYTES_CONSUMED, Quantity.LATENCY_99, Quantity.TLS, Quantity.CPU, Quantity.CRYPTO_ARRAYS,
                        Quantity.ARRAYS, Quantity.ALLOCATED);
    }

    @Override
    public double target() {
        return 1.05;
    }

    @Override
    public void prepare(Lab lab) throws IOException, InterruptedException {
        Keys.in(lab.shared());
    }

    @Override
    public Map<Quantity, Double> run(Lab lab) throws Exception {
        String address = InetAddress.getLoopbackAddress().getHostAddress() + ":" + freePort();
        Path data = lab.memory().resolve("data");
        Path server = write(lab.folder().resolve("server.properties"), server(lab, address, data));
        Path client = write(lab.folder().resolve("client.properties"), client(lab, address));
        Path payloads = Files.write(lab.folder().resolve("payloads.txt"), payloads());
        int records = lab.isShort() ? SHORT_RECORDS : RECORDS;
        List<Vm> vms;
        Instant begin;
        Instant end;
        Duration cpu;
        Matcher produced;
        Matcher consumed;
        try (Vm broker = lab.start("broker", options(BROKER_HEAP), Broker.class, server.toString());
                        Vm producer = lab.start("producer", options(CLIENT_HEAP), Producer.class, "--topic", TOPIC, "--command-config", client.toString(),
                                        "--payload-file", payloads.toString(), "--throughput", "-1");
                        Vm consumer = lab.start("consumer", options(CLIENT_HEAP), Consumer.class, "--topic", TOPIC, "--command-config", client.toString(),
                                        "--bootstrap-server", address, "--group", "consumers", "--timeout", String.valueOf(TIMEOUT.toMillis()), "--hide-header")) {
            vms = List.of(broker, producer, consumer);
            broker.await(STARTED, TIMEOUT);
            long warm = System.nanoTime() + TimeUnit.SECONDS.toNanos(lab.isShort() ? SHORT_WARM_UP_SECONDS : WARM_UP_SECONDS);
            for (int pass = 0; pass < WARM_UP_PASSES || System.nanoTime() < warm; pass++) {
                move(producer, WARM_UP_RECORDS, PRODUCED);
                move(consumer, WARM_UP_RECORDS, CONSUMED);
            }
            cpu = cpu(vms);
            begin = Instant.now();
            produced = move(producer, records, PRODUCED);
            consumed = move(consumer, records, CONSUMED);
            end = Instant.now();
            cpu = cpu(vms).minus(cpu);
        }
        Workloads.empty(data);
        FlightRecording recording = FlightRecording.NONE;
        for (Vm vm : vms) {
            recording = recording.plus(vm.recording(begin, end));
        }
        double bytes = (double) records * RECORD;
        double producing = records / number(produced, 2);
        double consuming = number(consumed, 2) * MILLI;
        double gigabytes = 2 * bytes / GIGA;
        Map<Quantity, Double> result = new EnumMap<>(Quantity.class);
        result.put(Quantity.MEGABYTES, 2 * bytes / MEGA / (producing + consuming));
        result.put(Quantity.MEGABYTES_PRODUCED, bytes / MEGA / producing);
        result.put(Quantity.MEGABYTES_CONSUMED, bytes / MEGA / consuming);
        result.put(Quantity.LATENCY_99, number(produced, 3));
        result.put(Quantity.TLS, PERCENT * recording.tlsSamples() / recording.samples());
        result.put(Quantity.CPU, cpu.toNanos() / GIGA / gigabytes);
        result.put(Quantity.CRYPTO_ARRAYS, recording.cryptoArrays() / MEGA / gigabytes);
        result.put(Quantity.ARRAYS, recording.arrays() / MEGA / gigabytes);
        result.put(Quantity.ALLOCATED, recording.allocated() / MEGA / gigabytes);
        return result;
    }

    /** Has all records produced, or consumed. */
    private static Matcher move(Vm client, int records, Pattern pattern) throws IOException, InterruptedException {
        client.send(String.valueOf(records));
        Matcher result = client.await(pattern, TIMEOUT);
        if (number(result, 1) != records) {
            throw new IOException("not " + records + " records: " + result.group());
        }
        return result;
    }

    private static double number(Matcher line, int group) {
        return Double.parseDouble(line.group(group));
    }

    private static Duration cpu(List<Vm> vms) {
        return vms.stream().map(Vm::cpu).reduce(Duration.ZERO, Duration::plus);
    }

    private static List<String> options(List<String> heap) {
        List<String> options = new ArrayList<>(heap);
        options.addAll(OUTPUT);
        return options;
    }

    /** Of letters, a line each, the same ones in each run. */
    private static List<String> payloads() {
        Random random = new Random(RECORD);
        return Stream.generate(() -> random.ints(RECORD, 'A', 'Z' + 1).mapToObj(Character::toString).collect(Collectors.joining())).limit(PAYLOADS).toList();
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    /** What broker and clients have in common. */
    private static Map<String, String> tls(Lab lab) throws IOException, InterruptedException {
        String keys = Keys.in(lab.shared()).toString();
        return new HashMap<>(Map.of("ssl.enabled.protocols", "TLSv1.3", "ssl.cipher.suites", "TLS_AES_256_GCM_SHA384", "ssl.keystore.type", "PKCS12",
                        "ssl.keystore.location", keys, "ssl.keystore.password", Keys.PASSWORD, "ssl.truststore.type", "PKCS12", "ssl.truststore.location", keys,
                        "ssl.truststore.password", Keys.PASSWORD));
    }

    private static Map<String, String> client(Lab lab, String address) throws IOException, InterruptedException {
        Map<String, String> settings = tls(lab);
        settings.putAll(Map.of("bootstrap.servers", address, "security.protocol", "SSL", "acks", "all", "batch.size", String.valueOf(BATCH),
                        "max.block.ms", PATIENCE, "request.timeout.ms", PATIENCE, "delivery.timeout.ms", String.valueOf(Integer.MAX_VALUE), "session.timeout.ms", PATIENCE));
        return settings;
    }

    private static Map<String, String> server(Lab lab, String address, Path data) throws IOException, InterruptedException {
        String controller = InetAddress.getLoopbackAddress().getHostAddress() + ":" + freePort();
        Map<String, String> settings = tls(lab);
        settings.putAll(Map.of("process.roles", "broker,controller", "node.id", "1", "listeners", "SSL://" + address + ",CONTROLLER://" + controller,
                        "listener.security.protocol.map", "SSL:SSL,CONTROLLER:PLAINTEXT", "inter.broker.listener.name", "SSL", "controller.listener.names", "CONTROLLER",
                        "controller.quorum.bootstrap.servers", controller, "log.dirs", data.toString()));
        // Topics are made when they are used for the first time; those of Kafka itself would have three replicas.
        settings.putAll(Map.of("num.partitions", String.valueOf(PARTITIONS), "offsets.topic.replication.factor", "1", "group.initial.rebalance.delay.ms", "0",
                        "initial.broker.registration.timeout.ms", PATIENCE, "broker.session.timeout.ms", PATIENCE));
        // A partition keeps what a pass gives it, and no gigabytes of the warm-up.
        settings.putAll(Map.of("log.segment.bytes", String.valueOf(SEGMENT), "log.retention.bytes", String.valueOf((long) RECORDS * RECORD / PARTITIONS * 3 / 2),
                        "log.retention.check.interval.ms", "1000", "log.segment.delete.delay.ms", "1000"));
        return settings;
    }

    private static Path write(Path file, Map<String, String> settings) throws IOException {
        Properties properties = new Properties();
        properties.putAll(settings);
        try (Writer writer = Files.newBufferedWriter(file)) {
            properties.store(writer, null);
        }
        return file;
    }

    /** The VM of the broker. */
    static final class Broker {

        private Broker() {
        }

        /**
         * @param args the file with the settings
         */
        public static void main(String[] args) {
            StorageTool.execute(new String[] {"format", "--standalone", "--cluster-id", Uuid.randomUuid().toString(), "--config", args[0]}, System.out);
            kafka.Kafka.main(args);
        }
    }

    /** The VM of the producer. */
    static final class Producer {

        private Producer() {
        }

        /**
         * @param args the arguments of the tool, but for the number of records
         */
        public static void main(String[] args) throws Exception {
            repeat(args, ProducerPerformance::main);
        }
    }

    /** The VM of the consumer. */
    static final class Consumer {

        private Consumer() {
        }

        /**
         * @param args the arguments of the tool, but for the number of records
         */
        public static void main(String[] args) throws Exception {
            repeat(args, ConsumerPerformance::main);
        }
    }

    private interface Tool {
        void main(String[] args) throws Exception;
    }

    /** Runs {@code tool} for each line of the input, which is a number of records. */
    private static void repeat(String[] arguments, Tool tool) throws Exception {
        BufferedReader input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String records = input.readLine(); records != null; records = input.readLine()) {
            List<String> all = new ArrayList<>(List.of(arguments));
            all.addAll(List.of("--num-records", records));
            tool.main(all.toArray(String[]::new));
        }
    }
}
