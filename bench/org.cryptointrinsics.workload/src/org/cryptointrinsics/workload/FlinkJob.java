package org.cryptointrinsics.workload;

import java.util.Random;

import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.connector.source.SourceReaderContext;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.connector.datagen.source.DataGeneratorSource;
import org.apache.flink.connector.datagen.source.GeneratorFunction;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;

/** Shuffles records until it is cancelled. */
final class FlinkJob {

    /** The bytes of a record but for its key. */
    static final int PAYLOAD = 512;

    private FlinkJob() {
    }

    /** Submits it to the job manager whose REST interface is there, with {@code parallelism} sources and as many sinks. */
    static JobClient submit(String host, int port, int parallelism) throws Exception {
        StreamExecutionEnvironment environment = StreamExecutionEnvironment.createRemoteEnvironment(host, port);
        environment.setParallelism(parallelism);
        DataGeneratorSource<Tuple2<Long, byte[]>> source = new DataGeneratorSource<>(new Records(), Long.MAX_VALUE,
                        Types.TUPLE(Types.LONG, Types.PRIMITIVE_ARRAY(Types.BYTE)));
        environment.fromSource(source, WatermarkStrategy.noWatermarks(), "source").keyBy(record -> record.f0).sinkTo(new DiscardingSink<>()).name("sink");
        return environment.executeAsync("shuffle");
    }

    /** Numbers are the keys. The payloads are random and recur, lest their making be measured. */
    private static final class Records implements GeneratorFunction<Long, Tuple2<Long, byte[]>> {

        private static final long serialVersionUID = 1;
        private static final int PAYLOADS = 1024;

        private transient byte[][] payloads;

        @Override
        public void open(SourceReaderContext context) {
            payloads = new byte[PAYLOADS][PAYLOAD];
            Random random = new Random(context.getIndexOfSubtask());
            for (byte[] payload : payloads) {
                random.nextBytes(payload);
            }
        }

        @Override
        public Tuple2<Long, byte[]> map(Long number) {
            return Tuple2.of(number, payloads[(int) (number % PAYLOADS)]);
        }
    }
}
