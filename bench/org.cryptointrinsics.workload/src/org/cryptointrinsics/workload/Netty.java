package org.cryptointrinsics.workload;

import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import javax.net.ssl.KeyManagerFactory;

import org.cryptointrinsics.bench.Affinity;
import org.cryptointrinsics.bench.Contender;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslProvider;

/**
 * HTTPS by Netty with the JDK's own TLS; wrk asks.
 *
 * @param kibibytes the length of each body
 */
record Netty(int kibibytes) implements Workload {

    private static final int CONNECTIONS = 32;
    private static final int SECONDS = 60;
    private static final int SHORT_SECONDS = 5;
    /** How often it is warmed up, and after that may compile undisturbed. */
    private static final int WARM_UPS = 9;
    private static final int SHORT_WARM_UPS = 2;
    private static final int WARM_UP_SECONDS = 10;
    private static final int REST_SECONDS = 5;
    private static final Duration TIMEOUT = Duration.ofMinutes(5);
    private static final String CIPHER = "TLS_AES_128_GCM_SHA256";
    private static final Pattern PORT = Pattern.compile("^port (?<port>\\d+) other CPUs (?<cpus>[\\d,]*)$");
    private static final int KIBI = 1024;
    private static final double KILO = 1e3;
    private static final double MEGA = 1e6;
    private static final double GIGA = 1e9;
    private static final double PERCENT = 100;

    /** Has OpenSSL, and so wrk, offer one suite: BoringSSL lets no server choose. */
    private static final String CONFIGURATION = """
                    openssl_conf = defaults
                    [defaults]
                    ssl_conf = ssl
                    [ssl]
                    system_default = suites
                    [suites]
                    Ciphersuites = %s
                    """.formatted(CIPHER);

    /** What wrk calls at its end. Its times are in microseconds. */
    private static final String SCRIPT = """
                    done = function(summary, latency)
                        local errors = summary.errors
                        print(string.format("done %d %d %d %d %d", summary.requests, summary.bytes, summary.duration, latency:percentile(99),
                            errors.connect + errors.read + errors.write + errors.status + errors.timeout))
                    end
                    """;
    private static final Pattern DONE = Pattern.compile("^done (?<requests>\\d+) (?<bytes>\\d+) (?<micros>\\d+) (?<latency>\\d+) (?<errors>\\d+)$");

    @Override
    public String name() {
        return "netty-" + kibibytes + "k";
    }

    @Override
    public String description() {
        return "A server made of Netty, with TLS 1.3 by its `SslProvider.JDK`, or by `SslProvider.OPENSSL` with netty-tcnative, and `" + CIPHER +
                        "`, answers `wrk`, which has OpenSSL: " + CONNECTIONS + " connections that stay open, a GET on each as soon as the body of " + kibibytes +
                        " KiB before is there. The server decrypts requests and encrypts bodies, which are in pooled direct buffers; Netty has the JDK encrypt to " +
                        "arrays. It has one event loop and a CPU for that, `wrk` the others. A byte of a response counts once.";
    }

    @Override
    public List<Quantity> quantities() {
        return List.of(Quantity.REQUESTS, Quantity.LATENCY_99, Quantity.TLS, Quantity.CPU, Quantity.CRYPTO_ARRAYS, Quantity.ARRAYS, Quantity.ALLOCATED,
                        Quantity.ALLOCATED_PER_REQUEST);
    }

    @Override
    public double target() {
        return kibibytes < 16 ? 1.08 : 1.25;
    }

    /** Netty's own {@code SSLEngine}. */
    @Override
    public List<Contender> peers() {
        return List.of(Contender.TCNATIVE);
    }

    @Override
    public void prepare(Lab lab) throws Exception {
        wrk();
        Keys.in(lab.shared());
        Files.writeString(script(lab), SCRIPT);
        Files.writeString(configuration(lab), CONFIGURATION);
    }

    private static Path wrk() throws MissingException {
        Stream<String> folders = Stream.of(System.getenv("PATH").split(File.pathSeparator));
        return folders.map(folder -> Path.of(folder, "wrk")).filter(Files::isExecutable).findFirst() //
                        .orElseThrow(() -> new MissingException("wrk is not on the PATH; install it: apt-get install wrk"));
    }

    private static Path script(Lab lab) {
        return lab.shared().resolve("wrk.lua");
    }

    private static Path configuration(Lab lab) {
        return lab.shared().resolve("openssl.cnf");
    }

    @Override
    public Map<Quantity, Double> run(Lab lab) throws Exception {
        Map<Quantity, Double> result = new EnumMap<>(Quantity.class);
        Instant begin;
        Instant end;
        double requests;
        double gigabytes;
        Vm server = lab.start("server", List.of("-XX:+UseG1GC", "-Xms512m", "-Xmx512m", "--enable-native-access=ALL-UNNAMED",
                        "-Dorg.slf4j.simpleLogger.defaultLogLevel=warn"), Server.class, Keys.in(lab.shared()).toString(), String.valueOf(kibibytes * KIBI),
                        (lab.jit() == Contender.TCNATIVE ? SslProvider.OPENSSL : SslProvider.JDK).name());
        try (server) {
            Matcher port = server.await(PORT, TIMEOUT);
            warmUp(lab, server, port);
            Duration cpu = server.cpu();
            begin = Instant.now();
            Matcher done = load(lab, "load", port, lab.isShort() ? SHORT_SECONDS : SECONDS);
            end = Instant.now();
            requests = number(done, "requests");
            if (requests == 0) {
                throw new IOException("nothing was answered in time; see " + lab.folder());
            }
            gigabytes = number(done, "bytes") / GIGA;
            result.put(Quantity.REQUESTS, requests / (number(done, "micros") / MEGA));
            result.put(Quantity.LATENCY_99, number(done, "latency") / KILO);
            result.put(Quantity.CPU, server.cpu().minus(cpu).toNanos() / GIGA / gigabytes);
            server.send("");
            server.join(TIMEOUT);
        }
        FlightRecording recording = server.recording(begin, end);
        result.put(Quantity.TLS, PERCENT * recording.tlsSamples() / recording.samples());
        result.put(Quantity.CRYPTO_ARRAYS, recording.cryptoArrays() / MEGA / gigabytes);
        result.put(Quantity.ARRAYS, recording.arrays() / MEGA / gigabytes);
        result.put(Quantity.ALLOCATED, recording.allocated() / MEGA / gigabytes);
        result.put(Quantity.ALLOCATED_PER_REQUEST, recording.allocated() / requests);
        return result;
    }

    /** Where other processes have the CPUs most of the time, it takes longer. */
    private static void warmUp(Lab lab, Vm server, Matcher port) throws Exception {
        int seconds = (lab.isShort() ? SHORT_WARM_UPS : WARM_UPS) * WARM_UP_SECONDS;
        for (int i = 0; i * WARM_UP_SECONDS < seconds || server.cpu().toSeconds() < seconds; i++) {
            load(lab, "warm-up", port, WARM_UP_SECONDS);
            TimeUnit.SECONDS.sleep(REST_SECONDS);
        }
    }

    /** Returns what wrk came to. */
    private static Matcher load(Lab lab, String name, Matcher port, int seconds) throws Exception {
        int threads = Math.clamp(Runtime.getRuntime().availableProcessors() / 2, 1, CONNECTIONS);
        String cpus = port.group("cpus");
        List<String> command = new ArrayList<>(cpus.isEmpty() ? List.of() : List.of("taskset", "--cpu-list", cpus));
        command.addAll(List.of("env", "OPENSSL_CONF=" + configuration(lab), wrk().toString(), "--threads", String.valueOf(threads), "--connections", String.valueOf(CONNECTIONS),
                        "--duration", seconds + "s", "--timeout", TIMEOUT.toSeconds() + "s", "--script", script(lab).toString(),
                        "https://127.0.0.1:" + port.group("port") + "/"));
        try (Vm wrk = Vm.program(name, command, lab.folder())) {
            Matcher done = wrk.await(DONE, TIMEOUT);
            wrk.join(TIMEOUT);
            if (number(done, "errors") > 0) {
                throw new IOException("wrk had errors; see " + lab.folder());
            }
            return done;
        }
    }

    private static double number(Matcher line, String group) {
        return Double.parseDouble(line.group(group));
    }

    /** The VM. It prints its port and the CPUs that it leaves to others, and ends when it is sent a line or its standard input ends. */
    static final class Server {

        private Server() {
        }

        /**
         * @param args the file with the key, how many bytes a body has, and Netty's name of what does TLS
         */
        public static void main(String[] args) throws IOException, GeneralSecurityException, InterruptedException {
            SslContext tls = tls(Path.of(args[0]), SslProvider.valueOf(args[2]));
            byte[] body = new byte[Integer.parseInt(args[1])];
            new Random(0).nextBytes(body);
            String others = Affinity.bindToLastCpu().stream().mapToObj(String::valueOf).collect(Collectors.joining(","));
            try (EventLoopGroup loops = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory())) {
                ServerBootstrap server = new ServerBootstrap().group(loops).channel(NioServerSocketChannel.class) //
                                .childOption(ChannelOption.ALLOCATOR, PooledByteBufAllocator.DEFAULT).childHandler(new ChannelInitializer<SocketChannel>() {
                                    @Override
                                    protected void initChannel(SocketChannel channel) {
                                        SslHandler handler = tls.newHandler(channel.alloc());
                                        handler.handshakeFuture().addListener(_ -> check(handler.engine().getSession().getCipherSuite(), channel));
                                        channel.pipeline().addLast(handler, new HttpServerCodec(), new Answer(body));
                                    }
                                });
                Channel channel = server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0)).sync().channel();
                System.out.println("port " + ((InetSocketAddress) channel.localAddress()).getPort() + " other CPUs " + others);
                System.in.read();
            }
        }

        /** What is not to be compared is not answered, which wrk counts as an error. */
        private static void check(String suite, Channel channel) {
            if (!suite.equals(CIPHER)) {
                System.err.println(suite + " instead of " + CIPHER);
                channel.close();
            }
        }

        private static SslContext tls(Path file, SslProvider provider) throws IOException, GeneralSecurityException {
            KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            keys.init(KeyStore.getInstance(file.toFile(), Keys.PASSWORD.toCharArray()), Keys.PASSWORD.toCharArray());
            SslContextBuilder builder = SslContextBuilder.forServer(keys).sslProvider(provider).protocols("TLSv1.3");
            // BoringSSL lets nobody choose; wrk offers one.
            return (provider == SslProvider.JDK ? builder.ciphers(List.of(CIPHER)) : builder).build();
        }
    }

    /** Answers each request with the same body. */
    private static final class Answer extends SimpleChannelInboundHandler<HttpObject> {

        private final byte[] body;

        Answer(byte[] body) {
            this.body = body;
        }

        @Override
        protected void channelRead0(ChannelHandlerContext context, HttpObject message) {
            if (message instanceof HttpRequest) {
                ByteBuf content = context.alloc().directBuffer(body.length).writeBytes(body);
                FullHttpResponse response = new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.OK, content);
                response.headers().set(HttpHeaderNames.CONTENT_LENGTH, body.length);
                context.write(response);
            }
        }

        @Override
        public void channelReadComplete(ChannelHandlerContext context) {
            context.flush();
        }
    }
}
