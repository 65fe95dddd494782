/** A program that is over before a digest is compiled. */
public class Nothing {

    public static void main(String[] args) {
        System.out.println("done");
    }
}
