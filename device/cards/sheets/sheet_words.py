"""What stands on the sheets, in English and Spanish."""

from dataclasses import dataclass

from device.rules.card import Card, Rank, Suit


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetWords:
    """The words of one language; `{…}` is filled in."""

    title: str
    test_title: str
    pack: str
    packs: str
    cut: str
    training: str
    page: str
    secret_short: str
    secret: str
    training_warning: str
    cut_note: str
    cut_card: str
    steps_title: str
    step_print: str
    step_stock: str
    step_plain: str
    step_cut: str
    step_stick_middle: str
    step_stick_beside: str
    step_cut_card: str
    step_enrol: str
    step_burn: str
    guide: str
    face: str
    both_ends: str
    ruler: str
    format: str
    note: str
    module: str
    own_module: str
    test_steps: str
    suits: dict[Suit, str]
    letters: dict[Rank, str]

    def card(self, card: Card) -> str:
        """A card's name in full."""
        rank = self.letters.get(card.rank, "10" if card.rank is Rank.TEN else card.rank.value)
        return f"{rank} {self.suits[card.suit]}"


WORDS = {
    "en": SheetWords(
        title="Labels for marked cards",
        test_title="Test page",
        pack="Pack {id}",
        packs="Packs: {ids}",
        cut="CUT CARD",
        training="TRAINING",
        page="sheet {number} of {total}",
        secret_short="SECRET – these sheets tell which code is which card",
        secret=(
            "SECRET. These sheets tell which code is which card. Whoever has them, or this file, can read the shoe "
            "before it is dealt. Keep them locked away like the cards; when every label is on its card and the pack "
            "is enrolled, shred the sheets with all waste and delete the file."
        ),
        training_warning=(
            "FOR SCHOOLS AND TRAINING ONLY. These labels carry the card's rank and suit in the clear: whoever sees or "
            "scans one knows the card, so a card that bears one is a marked card. Never bring such cards to live "
            "play."
        ),
        cut_note="Labels for cut cards. They tell the reader that the cut card is out, and nothing of any other card.",
        cut_card="cut card",
        steps_title="How to",
        step_print=(
            "Print at actual size (100 %, never “fit to page”), black, at 600 dpi or more; a laser printer on matt "
            "white film or paper labels of permanent glue. The ruler below must measure exactly 100 mm."
        ),
        step_stock=(
            "This page goes on plain paper; the sheets after it go on ready-cut labels like {like} ({per} a sheet of "
            "{stock}). Print one sheet on plain paper first and hold it against the labels."
        ),
        step_plain="This page goes on plain paper, the sheets after it on adhesive sheets ({stock}).",
        step_cut=(
            "Cut along the marks, with a rule and a knife or a guillotine. The card's name stands outside the cut: it "
            "shows which card the two labels beside it are for, and stays off the card. Finish one card before "
            "cutting the next."
        ),
        step_stick_middle=(
            "Stick one label on each end of the FACE as drawn here, along the short edge, in the middle. Never on the "
            "back: backs must be alike."
        ),
        step_stick_beside=(
            "Stick one label on each end of the FACE as drawn here, along the short edge, beside the index. It needs "
            "the corner without an index, so it fits cards with two indices only. Never on the back: backs must be "
            "alike."
        ),
        step_cut_card="Stick one label on each end of the cut card, on both sides if it has no back.",
        step_enrol=(
            "Let the whole pack pass the reader once: zapato cards enrol. A spoilt label is printed again with zapato "
            "cards print --again {id} --card 9h --by …"
        ),
        step_burn="Then shred these sheets and every scrap, and delete the PDF file.",
        guide="True size: hold a card against this drawing",
        face="face",
        both_ends="{edge} mm from the edge",
        ruler="100 mm – measure before you cut anything",
        format="{width} × {height} mm ({name})",
        note="Note: {note}",
        module="{mm} mm",
        own_module="{mm} mm: labels",
        test_steps=(
            "Print at actual size on the paper the labels will be printed on. The ruler must measure 100 mm. Hold "
            "each code before the reader, at the distance and angle it has in the shoe: take no label whose size the "
            "reader does not read at once. No table takes these codes for a card."
        ),
        suits={
            Suit.SPADES: "of spades",
            Suit.HEARTS: "of hearts",
            Suit.CLUBS: "of clubs",
            Suit.DIAMONDS: "of diamonds",
        },
        letters={Rank.ACE: "ace", Rank.JACK: "jack", Rank.QUEEN: "queen", Rank.KING: "king"},
    ),
    "es": SheetWords(
        title="Etiquetas para naipes marcados",
        test_title="Página de prueba",
        pack="Baraja {id}",
        packs="Barajas: {ids}",
        cut="CARTA DE CORTE",
        training="FORMACIÓN",
        page="hoja {number} de {total}",
        secret_short="SECRETO – estas hojas dicen qué código es qué carta",
        secret=(
            "SECRETO. Estas hojas dicen qué código es qué carta. Quien las tenga, o tenga este archivo, puede leer el "
            "zapato antes de que se reparta. Guárdelas bajo llave como los naipes; cuando cada etiqueta esté en su "
            "carta y la baraja registrada, destruya las hojas con todos los recortes y borre el archivo."
        ),
        training_warning=(
            "SOLO PARA ESCUELAS Y FORMACIÓN. Estas etiquetas llevan a la vista el valor y el palo: quien ve o escanea "
            "una conoce la carta, de modo que una carta con ella es un naipe marcado. Nunca lleve esos naipes al "
            "juego real."
        ),
        cut_note="Etiquetas para cartas de corte. Dicen al lector que salió la carta de corte, y nada de ninguna otra.",
        cut_card="carta de corte",
        steps_title="Cómo se hace",
        step_print=(
            "Imprima a tamaño real (100 %, nunca «ajustar a la página»), en negro, a 600 ppp o más; impresora láser y "
            "etiquetas blancas mates de película o papel, de pegamento permanente. La regla de abajo debe medir "
            "exactamente 100 mm."
        ),
        step_stock=(
            "Esta página va en papel común; las hojas siguientes, en etiquetas precortadas como {like} ({per} por "
            "hoja, {stock}). Imprima antes una hoja en papel común y póngala sobre las etiquetas."
        ),
        step_plain="Esta página va en papel común; las hojas siguientes, en hojas adhesivas ({stock}).",
        step_cut=(
            "Corte por las marcas, con regla y cuchilla o con guillotina. El nombre de la carta está fuera del corte: "
            "dice de qué carta son las dos etiquetas de su lado, y no va en la carta. Termine una carta antes de "
            "cortar la siguiente."
        ),
        step_stick_middle=(
            "Pegue una etiqueta en cada extremo de la CARA, como en el dibujo: a lo largo del borde corto, en el "
            "medio. Nunca en el dorso: los dorsos deben ser iguales."
        ),
        step_stick_beside=(
            "Pegue una etiqueta en cada extremo de la CARA, como en el dibujo: a lo largo del borde corto, junto al "
            "índice. Necesita la esquina sin índice: solo sirve para naipes de dos índices. Nunca en el dorso: los "
            "dorsos deben ser iguales."
        ),
        step_cut_card="Pegue una etiqueta en cada extremo de la carta de corte, por ambos lados si no tiene dorso.",
        step_enrol=(
            "Pase la baraja entera una vez por el lector: zapato cards enrol. Una etiqueta estropeada se imprime otra "
            "vez con zapato cards print --again {id} --card 9h --by …"
        ),
        step_burn="Después destruya estas hojas y todos los recortes, y borre el archivo PDF.",
        guide="Tamaño real: ponga una carta sobre este dibujo",
        face="cara",
        both_ends="a {edge} mm del borde",
        ruler="100 mm – mida antes de cortar nada",
        format="{width} × {height} mm ({name})",
        note="Nota: {note}",
        module="{mm} mm",
        own_module="{mm} mm: etiquetas",
        test_steps=(
            "Imprima a tamaño real en el papel de las etiquetas. La regla debe medir 100 mm. Ponga cada código ante "
            "el lector, a la distancia y con el ángulo que tendrá en el zapato: no use etiquetas de un tamaño que el "
            "lector no lea en seguida. Ninguna mesa toma estos códigos por una carta."
        ),
        suits={
            Suit.SPADES: "de picas",
            Suit.HEARTS: "de corazones",
            Suit.CLUBS: "de tréboles",
            Suit.DIAMONDS: "de diamantes",
        },
        letters={Rank.ACE: "as", Rank.JACK: "jota", Rank.QUEEN: "reina", Rank.KING: "rey"},
    ),
}
