type Words = readonly [string, ...string[]];

/** One dimension a product varies in, with the values the wholesaler stocks. */
export type VariantOption = { name: string; values: Words };

/** A shelf of the wholesaler: what stands on it, how it varies, and the span of prices (cents) and weights (grams). */
export type Shelf = {
  category: string;
  things: Words;
  /** No option: the products of this shelf come in one form. */
  options: readonly VariantOption[];
  cents: readonly [number, number];
  grams: readonly [number, number];
};

const colours: Words = ["Schwarz", "Naturweiß", "Salbeigrün", "Terrakotta", "Petrol", "Rosé", "Senfgelb"];

/** All shelves. The umlauts are here on purpose: mangled UTF-8 should show. */
export const shelves: readonly [Shelf, ...Shelf[]] = [
  {
    category: "Kleidung",
    things: ["T-Shirt", "Kapuzenpullover", "Wollmütze", "Überhemd", "Strickjacke"],
    options: [
      { name: "Size", values: ["XS", "S", "M", "L", "XL", "XXL"] },
      { name: "Colour", values: colours },
    ],
    cents: [690, 4900],
    grams: [90, 900],
  },
  {
    category: "Küche & Tisch",
    things: ["Emaille-Becher", "Müslischale", "Teekanne", "Gewürzmühle", "Schneidebrett"],
    options: [{ name: "Colour", values: colours }],
    cents: [390, 5500],
    grams: [120, 2400],
  },
  {
    category: "Tee & Kaffee",
    things: ["Grüner Tee", "Kräutertee", "Röstkaffee", "Café-Mischung"],
    options: [{ name: "Weight", values: ["100 g", "250 g", "500 g", "1 kg"] }],
    cents: [320, 2890],
    grams: [100, 1000],
  },
  {
    category: "Papier & Büro",
    things: ["Notizbuch", "Füllfederhalter", "Grußkarten-Set", "Wandkalender"],
    options: [],
    cents: [190, 7900],
    grams: [30, 700],
  },
  {
    category: "Heimtextilien",
    things: ["Leinendecke", "Kissenbezug", "Geschirrtuch", "Vorhang"],
    options: [
      { name: "Size", values: ["40 × 40 cm", "50 × 70 cm", "140 × 200 cm"] },
      { name: "Colour", values: colours },
    ],
    cents: [590, 8900],
    grams: [150, 2600],
  },
  {
    category: "Körperpflege",
    things: ["Olivenölseife", "Handcreme", "Badesalz", "Haarbürste"],
    options: [{ name: "Scent", values: ["Lavendel", "Zitrone", "ohne Duft"] }],
    cents: [250, 2400],
    grams: [60, 600],
  },
  {
    category: "Spielzeug",
    things: ["Holzpuzzle", "Kreisel", "Bauklötze", "Stoffbär"],
    options: [],
    cents: [450, 4500],
    grams: [80, 1800],
  },
];

/** Makers, some of them in other scripts. */
export const brands: Words = [
  "Nordwind",
  "Müller & Söhne",
  "Hélène Dubois",
  "東京工房",
  "Ελιά",
  "Żubr",
  "Мастерская",
  "Größenwahn",
  "O'Leary",
];

/** Series that make two notebooks two products. */
export const series: Words = [
  "Fjord",
  "Alba",
  "Łąka",
  "山桜",
  "Русалка",
  "Señor",
  "Ørsted",
  "Klein <aber> Fein",
  "Ζέφυρος",
  "Hof & Garten",
];

/** Promises in descriptions. */
export const promises: Words = [
  "Von Hand gefertigt",
  "Spülmaschinenfest",
  "Aus europäischer Herkunft",
  "Plastikfrei verpackt",
  "Fünf Jahre Gewährleistung",
  "Pflegeleicht & robust",
];
