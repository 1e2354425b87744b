/**
 * A language: its tag (BCP 47), ISO 639-3 code, English name, usual script (ISO 15924), family (a language without known relatives is a family of its own), and its class of
 * resources, 0 (left behind) to 5 (winner); `undefined` where Joshi et al. give none.
 */
export type Language = {
  readonly tag: string;
  readonly iso6393: string;
  readonly name: string;
  readonly script: string;
  readonly family: string;
  readonly resourceClass?: ResourceClass;
};

export type ResourceClass = 0 | 1 | 2 | 3 | 4 | 5;

/**
 * Sources: codes and names, ISO 639; scripts, Unicode CLDR (likely subtags); families, the top level of Glottolog 5; classes, Joshi et al. 2020, The State and Fate of
 * Linguistic Diversity and Inclusion in the NLP World, ACL, and its table of languages. Where that table names a macrolanguage, its main variety has the class.
 */
const table = `
en eng English Latn Indo-European 5
es spa Spanish Latn Indo-European 5
de deu German Latn Indo-European 5
fr fra French Latn Indo-European 5
ja jpn Japanese Jpan Japonic 5
zh zho Chinese Hans Sino-Tibetan 5
ar ara Arabic Arab Afro-Asiatic 5
pt por Portuguese Latn Indo-European 4
it ita Italian Latn Indo-European 4
nl nld Dutch Latn Indo-European 4
sv swe Swedish Latn Indo-European 4
fi fin Finnish Latn Uralic 4
pl pol Polish Latn Indo-European 4
hi hin Hindi Deva Indo-European 4
ru rus Russian Cyrl Indo-European 4
ko kor Korean Kore Koreanic 4
vi vie Vietnamese Latn Austroasiatic 4
tr tur Turkish Latn Turkic 4
cs ces Czech Latn Indo-European 4
hu hun Hungarian Latn Uralic 4
fa fas Persian Arab Indo-European 4
hr hrv Croatian Latn Indo-European 4
sr srp Serbian Cyrl Indo-European 4
ca cat Catalan Latn Indo-European 4
eu eus Basque Latn Basque 4
id ind Indonesian Latn Austronesian 3
uk ukr Ukrainian Cyrl Indo-European 3
el ell Greek Grek Indo-European 3
he heb Hebrew Hebr Afro-Asiatic 3
bn ben Bangla Beng Indo-European 3
ta tam Tamil Taml Dravidian 3
th tha Thai Thai Tai-Kadai 3
ro ron Romanian Latn Indo-European 3
da dan Danish Latn Indo-European 3
bg bul Bulgarian Cyrl Indo-European 3
sk slk Slovak Latn Indo-European 3
sl slv Slovenian Latn Indo-European 3
lt lit Lithuanian Latn Indo-European 3
lv lav Latvian Latn Indo-European 3
et est Estonian Latn Uralic 3
af afr Afrikaans Latn Indo-European 3
ms msa Malay Latn Austronesian 3
uz uzb Uzbek Latn Turkic 3
ka kat Georgian Geor Kartvelian 3
be bel Belarusian Cyrl Indo-European 3
kk kaz Kazakh Cyrl Turkic 3
ur urd Urdu Arab Indo-European 3
gl glg Galician Latn Indo-European 3
bs bos Bosnian Latn Indo-European 3
ceb ceb Cebuano Latn Austronesian 3
fil fil Filipino Latn Austronesian 3
la lat Latin Latn Indo-European 3
arz arz Egyptian_Arabic Arab Afro-Asiatic 3
mr mar Marathi Deva Indo-European 2
sw swa Swahili Latn Atlantic-Congo 2
yo yor Yoruba Latn Atlantic-Congo 2
ha hau Hausa Latn Afro-Asiatic 2
am amh Amharic Ethi Afro-Asiatic 2
xh xho Xhosa Latn Atlantic-Congo 2
zu zul Zulu Latn Atlantic-Congo 2
ga gle Irish Latn Indo-European 2
is isl Icelandic Latn Indo-European 2
lo lao Lao Laoo Tai-Kadai 2
mt mlt Maltese Latn Afro-Asiatic 2
pa pan Punjabi Guru Indo-European 2
sa san Sanskrit Deva Indo-European 2
ti tir Tigrinya Ethi Afro-Asiatic 2
tn tsn Tswana Latn Atlantic-Congo 2
wo wol Wolof Latn Atlantic-Congo 2
ht hat Haitian_Creole Latn Indo-European 2
te tel Telugu Telu Dravidian 1
ml mal Malayalam Mlym Dravidian 1
kn kan Kannada Knda Dravidian 1
gu guj Gujarati Gujr Indo-European 1
ne nep Nepali Deva Indo-European 1
as asm Assamese Beng Indo-European 1
or ori Odia Orya Indo-European 1
mai mai Maithili Deva Indo-European 1
bho bho Bhojpuri Deva Indo-European 1
sat sat Santali Olck Austroasiatic 1
ks kas Kashmiri Arab Indo-European 1
sd snd Sindhi Arab Indo-European 1
mni mni Manipuri Beng Sino-Tibetan 1
my mya Burmese Mymr Sino-Tibetan 1
km khm Khmer Khmr Austroasiatic 1
bo bod Tibetan Tibt Sino-Tibetan 1
dz dzo Dzongkha Tibt Sino-Tibetan 1
ug uig Uyghur Arab Turkic 1
mn mon Mongolian Cyrl Mongolic-Khitan 1
az aze Azerbaijani Latn Turkic 1
ky kir Kyrgyz Cyrl Turkic 1
tk tuk Turkmen Latn Turkic 1
tt tat Tatar Cyrl Turkic 1
ba bak Bashkir Cyrl Turkic 1
cv chv Chuvash Cyrl Turkic 1
crh crh Crimean_Tatar Cyrl Turkic 1
tg tgk Tajik Cyrl Indo-European 1
ku kur Kurdish Latn Indo-European 1
ckb ckb Central_Kurdish Arab Indo-European 1
hy hye Armenian Armn Indo-European 1
sq sqi Albanian Latn Indo-European 1
mk mkd Macedonian Cyrl Indo-European 1
nb nob Norwegian_Bokmål Latn Indo-European 1
nn nno Norwegian_Nynorsk Latn Indo-European 1
fo fao Faroese Latn Indo-European 1
lb ltz Luxembourgish Latn Indo-European 1
li lim Limburgish Latn Indo-European 0
fy fry Western_Frisian Latn Indo-European 0
yi yid Yiddish Hebr Indo-European 1
gd gla Scottish_Gaelic Latn Indo-European 1
cy cym Welsh Latn Indo-European 1
br bre Breton Latn Indo-European 1
oc oci Occitan Latn Indo-European 1
ast ast Asturian Latn Indo-European 1
an arg Aragonese Latn Indo-European 1
sc srd Sardinian Latn Indo-European 1
scn scn Sicilian Latn Indo-European 1
lmo lmo Lombard Latn Indo-European 1
vec vec Venetian Latn Indo-European 1
lij lij Ligurian Latn Indo-European 1
fur fur Friulian Latn Indo-European 1
szl szl Silesian Latn Indo-European 1
ltg ltg Latgalian Latn Indo-European 1
eo epo Esperanto Latn Artificial 1
ia ina Interlingua Latn Artificial 1
vo vol Volapük Latn Artificial 1
pap pap Papiamento Latn Indo-European 1
kea kea Kabuverdianu Latn Indo-European 0
tpi tpi Tok_Pisin Latn Indo-European 1
so som Somali Latn Afro-Asiatic 1
om orm Oromo Latn Afro-Asiatic 1
kab kab Kabyle Latn Afro-Asiatic 1
rw kin Kinyarwanda Latn Atlantic-Congo 1
rn run Rundi Latn Atlantic-Congo 1
ny nya Nyanja Latn Atlantic-Congo 1
sn sna Shona Latn Atlantic-Congo 1
ln lin Lingala Latn Atlantic-Congo 1
lg lug Ganda Latn Atlantic-Congo 1
ig ibo Igbo Latn Atlantic-Congo 1
ee ewe Ewe Latn Atlantic-Congo 1
ak aka Akan Latn Atlantic-Congo 1
tw twi Twi Latn Atlantic-Congo 1
bm bam Bambara Latn Mande 1
ki kik Kikuyu Latn Atlantic-Congo 1
kg kon Kongo Latn Atlantic-Congo 1
sg sag Sango Latn Atlantic-Congo 1
ts tso Tsonga Latn Atlantic-Congo 1
ss ssw Swati Latn Atlantic-Congo 1
tum tum Tumbuka Latn Atlantic-Congo 1
bem bem Bemba Latn Atlantic-Congo 0
nso nso Northern_Sotho Latn Atlantic-Congo 0
st sot Southern_Sotho Latn Atlantic-Congo 0
kmb kmb Kimbundu Latn Atlantic-Congo 0
umb umb Umbundu Latn Atlantic-Congo 0
lua lua Luba-Lulua Latn Atlantic-Congo 0
kam kam Kamba Latn Atlantic-Congo 0
mos mos Mossi Latn Atlantic-Congo 0
fon fon Fon Latn Atlantic-Congo 0
kbp kbp Kabiyè Latn Atlantic-Congo 0
vmw vmw Makhuwa Latn Atlantic-Congo 0
cjk cjk Chokwe Latn Atlantic-Congo 0
dyu dyu Dyula Latn Mande 0
luo luo Luo Latn Nilotic 0
dik dik Southwestern_Dinka Latn Nilotic 0
nus nus Nuer Latn Nilotic 0
mg mlg Malagasy Latn Austronesian 1
sm smo Samoan Latn Austronesian 1
mi mri Māori Latn Austronesian 1
fj fij Fijian Latn Austronesian 1
jv jav Javanese Latn Austronesian 1
su sun Sundanese Latn Austronesian 1
min min Minangkabau Latn Austronesian 1
bug bug Buginese Latn Austronesian 1
bjn bjn Banjar Latn Austronesian 1
ilo ilo Iloko Latn Austronesian 1
pag pag Pangasinan Latn Austronesian 1
ace ace Acehnese Latn Austronesian 0
ban ban Balinese Latn Austronesian 0
war war Waray Latn Austronesian 0
si sin Sinhala Sinh Indo-European 0
awa awa Awadhi Deva Indo-European 0
hne hne Chhattisgarhi Deva Indo-European 0
mag mag Magahi Deva Indo-European 0
shn shn Shan Mymr Tai-Kadai 0
kac kac Kachin Latn Sino-Tibetan 0
gn grn Guarani Latn Tupian 1
qu que Quechua Latn Quechuan 1
ay aym Aymara Latn Aymaran 1
nv nav Navajo Latn Athabaskan-Eyak-Tlingit 1
ce che Chechen Cyrl Nakh-Daghestanian 1
nan nan Min_Nan_Chinese Hans Sino-Tibetan 0
yue yue Cantonese Hant Sino-Tibetan
lus lus Mizo Latn Sino-Tibetan 1
ps pus Pashto Arab Indo-European 1
arq arq Algerian_Arabic Arab Afro-Asiatic
ary ary Moroccan_Arabic Arab Afro-Asiatic 0
acm acm Mesopotamian_Arabic Arab Afro-Asiatic 0
aeb aeb Tunisian_Arabic Arab Afro-Asiatic 0
ff ful Fula Latn Atlantic-Congo
nd nde North_Ndebele Latn Atlantic-Congo
nr nbl South_Ndebele Latn Atlantic-Congo
ve ven Venda Latn Atlantic-Congo
tet tet Tetum Latn Austronesian
haw haw Hawaiian Latn Austronesian
to ton Tongan Latn Austronesian
ty tah Tahitian Latn Austronesian
hmn hmn Hmong Latn Hmong-Mien
kl kal Kalaallisut Latn Eskimo-Aleut
iu iku Inuktitut Cans Eskimo-Aleut
chr chr Cherokee Cher Iroquoian
nah nah Nahuatl Latn Uto-Aztecan
yua yua Yucatec_Maya Latn Mayan
se sme Northern_Sami Latn Uralic
udm udm Udmurt Cyrl Uralic
myv myv Erzya Cyrl Uralic
sah sah Sakha Cyrl Turkic
os oss Ossetian Cyrl Indo-European
ab abk Abkhazian Cyrl Abkhaz-Adyge
av ava Avaric Cyrl Nakh-Daghestanian
rm roh Romansh Latn Indo-European
co cos Corsican Latn Indo-European
wa wln Walloon Latn Indo-European
hsb hsb Upper_Sorbian Latn Indo-European
gv glv Manx Latn Indo-European
kw cor Cornish Latn Indo-European
kok kok Konkani Deva Indo-European
doi doi Dogri Deva Indo-European
gom gom Goan_Konkani Deva Indo-European
tyv tyv Tuvinian Cyrl Turkic
dv div Dhivehi Thaa Indo-European
`;

/** Languages with what a draw of them needs, the best-resourced first. */
export const languages: readonly Language[] = table
  .trim()
  .split('\n')
  .map((line) => {
    const [tag, iso6393, name, script, family, given] = line.split(' ') as [string, string, string, string, string, string?];
    return {
      tag,
      iso6393,
      name: name.replaceAll('_', ' '),
      script,
      family,
      ...(given !== undefined && { resourceClass: Number(given) as ResourceClass }),
    };
  });

const byTag: ReadonlyMap<string, Language> = new Map(
  languages.flatMap((language) => [
    [language.tag, language],
    [language.iso6393, language],
  ]),
);
/** What other tags mean the same language in this table. */
const sameAs: Readonly<Record<string, string>> = {
  no: 'nb',
  tl: 'fil',
  iw: 'he',
  in: 'id',
  cmn: 'zh',
  arb: 'ar',
  pes: 'fa',
  swh: 'sw',
  zsm: 'ms',
  ekk: 'et',
  hbs: 'sr',
};

/** The table's entry of a tag; region, script and case aside. `undefined` for a language that it has not. */
export function languageOf(tag: string): Language | undefined {
  const primary = (tag.split(/[-_]/u)[0] as string).toLowerCase();
  return byTag.get(sameAs[primary] ?? primary);
}
