// Checks PDFs against PDF/UA-1 by veraPDF: java -cp "$VERAPDF/*" scripts/PdfUa.java FILE...
// VERAPDF: a folder with the jars of org.verapdf:validation-model and all that it depends on.
// Exit 1 when a file breaks a rule.

import java.io.FileInputStream;
import org.verapdf.gf.foundry.VeraGreenfieldFoundryProvider;
import org.verapdf.pdfa.Foundries;
import org.verapdf.pdfa.PDFAParser;
import org.verapdf.pdfa.flavours.PDFAFlavour;
import org.verapdf.pdfa.results.TestAssertion;

class PdfUa {
    public static void main(String[] files) throws Exception {
        VeraGreenfieldFoundryProvider.initialise();
        var foundry = Foundries.defaultInstance();
        boolean faulty = false;
        for (String file : files) {
            PDFAFlavour flavour = PDFAFlavour.PDFUA_1;
            try (PDFAParser parser = foundry.createParser(new FileInputStream(file), flavour)) {
                var result = foundry.createValidator(flavour, false).validate(parser);
                faulty |= !result.isCompliant();
                for (TestAssertion each : result.getTestAssertions()) {
                    if (each.getStatus() == TestAssertion.Status.FAILED) {
                        System.err.println(file + ": " + each.getRuleId() + " " + each.getMessage());
                    }
                }
            }
        }
        System.exit(faulty ? 1 : 0);
    }
}
