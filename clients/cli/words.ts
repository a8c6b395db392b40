/** What the command says, in English and French. */
const en = {
  usage: `vigie: work with Vigie from a terminal or a pipeline, with an API key

  vigie login --url URL              Keep the address and the key (asked for, or read from VIGIE_KEY)
  vigie logout                       Forget them
  vigie types                        The types of objects there are
  vigie list TYPE                    Rows as a table
  vigie get TYPE ID                  One row as JSON
  vigie export TYPE                  All rows as CSV or JSON
  vigie import findings FILE --register ID
                                     SARIF, OCSF, CSV or Excel into a register of gaps
  vigie import inventory FILE [--perimeter ID] [--application ID]
                                     CycloneDX into the assets
  vigie upload FILE... --name NAME   Evidence with these files
  vigie check TYPE ID FIELD          Fails unless a value of one row is within bounds
  vigie check TYPE                   Fails unless the number of rows is within bounds

Options
  --filter NAME=VALUE                As often as needed; names as in the API, such as status=TO_PLAN,ONGOING
  --sort NAME                        Descending with a hyphen: --sort=-updated_at
  --limit N                          At most so many rows
  --fields A,B                       Which values, also within others: name,perimeter.name
  --format csv|json                  For export; CSV unless said
  --out FILE                         For export; to the terminal unless said
  --dry-run                          For imports: everything is read and told, nothing is kept
  --part                             The file is only a part: what it does not name stays open
  --skip-wrong                       Wrong lines are left out
  --no-wait                          Do not wait for the report of an import
  --perimeter ID, --valid-until DAY, --description TEXT, --action ID
                                     For upload
  --min N, --max N                   Bounds of check
  --url URL                          In place of what login kept, or VIGIE_URL
  --help, --version

Environment
  VIGIE_URL, VIGIE_KEY               Instead of login; nothing is kept then
  LANG                               fr… for French

Exit codes
  0 done, or within bounds    1 out of bounds, or an import with errors    2 wrong usage
  3 refused by the server     4 the server does not answer`,
  unknown_command: 'There is no command “{name}”: vigie --help',
  missing: '{name} is missing: vigie --help',
  bad_number: '{name} takes a number',
  bad_filter: '--filter takes NAME=VALUE, not “{value}”',
  no_url: 'Which server? vigie login --url URL, or VIGIE_URL',
  no_key: 'There is no key: vigie login, or VIGIE_KEY',
  bad_url: '“{value}” is no address',
  plain_url: 'The key would travel in the clear: use https',
  key_asked: 'API key: ',
  key_refused: 'This key does not let in',
  signed_in: 'Kept in {path}, for you alone to read',
  open_file: '{path} can be read by others: chmod 600 {path}',
  signed_out: 'Forgotten',
  no_file: '{path} cannot be read',
  written: '{count} rows in {path}',
  rows: '{count} rows',
  more: 'There are more: --limit, or vigie export',
  accepted: 'Accepted as {id}',
  report: '{status}: {counts}',
  uploaded: 'Evidence {id}: {name}',
  linked: 'Shown by action {id}',
  inventory: '{name}: {counts}',
  asks: '{question} Use --confirmed to import it all the same',
  within: 'Within bounds: {what} is {value}',
  outside: 'Out of bounds: {what} is {value}, {bound}',
  at_least: 'at least {n}',
  at_most: 'at most {n}',
  no_bound: 'check needs --min or --max',
  no_value: '{what} has no value',
  unreachable: 'The server does not answer: {reason}',
  bad_format: '--format takes csv or json',
  unknown_type: 'There is no type “{value}”: vigie types',
}

const fr: typeof en = {
  usage: `vigie : travailler avec Vigie depuis un terminal ou une chaîne d’intégration, avec une clé d’API

  vigie login --url URL              Garder l’adresse et la clé (demandée, ou lue dans VIGIE_KEY)
  vigie logout                       Les oublier
  vigie types                        Les types d’objets disponibles
  vigie list TYPE                    Des lignes en tableau
  vigie get TYPE ID                  Une ligne en JSON
  vigie export TYPE                  Toutes les lignes en CSV ou en JSON
  vigie import findings FICHIER --register ID
                                     SARIF, OCSF, CSV ou Excel dans un registre d’écarts
  vigie import inventory FICHIER [--perimeter ID] [--application ID]
                                     CycloneDX dans les biens supports
  vigie upload FICHIER... --name NOM Une preuve avec ces fichiers
  vigie check TYPE ID CHAMP          Échoue si une valeur d’une ligne sort de ses bornes
  vigie check TYPE                   Échoue si le nombre de lignes sort de ses bornes

Options
  --filter NOM=VALEUR                Autant de fois que nécessaire ; noms de l’API, comme status=TO_PLAN,ONGOING
  --sort NOM                         Décroissant avec un tiret : --sort=-updated_at
  --limit N                          Au plus autant de lignes
  --fields A,B                       Quelles valeurs, même à l’intérieur d’autres : name,perimeter.name
  --format csv|json                  Pour export ; CSV par défaut
  --out FICHIER                      Pour export ; dans le terminal par défaut
  --dry-run                          Pour les imports : tout est lu et dit, rien n’est gardé
  --part                             Le fichier n’est qu’une partie : ce qu’il ne nomme pas reste ouvert
  --skip-wrong                       Les lignes erronées sont laissées de côté
  --no-wait                          Ne pas attendre le rapport d’un import
  --perimeter ID, --valid-until JOUR, --description TEXTE, --action ID
                                     Pour upload
  --min N, --max N                   Bornes de check
  --url URL                          À la place de ce que login a gardé, ou VIGIE_URL
  --help, --version

Environnement
  VIGIE_URL, VIGIE_KEY               À la place de login ; rien n’est alors gardé
  LANG                               fr… pour le français

Codes de sortie
  0 fait, ou dans les bornes  1 hors des bornes, ou import avec erreurs    2 mauvais usage
  3 refusé par le serveur     4 le serveur ne répond pas`,
  unknown_command: 'La commande « {name} » n’existe pas : vigie --help',
  missing: 'Il manque {name} : vigie --help',
  bad_number: '{name} attend un nombre',
  bad_filter: '--filter attend NOM=VALEUR, et non « {value} »',
  no_url: 'Quel serveur ? vigie login --url URL, ou VIGIE_URL',
  no_key: 'Il n’y a pas de clé : vigie login, ou VIGIE_KEY',
  bad_url: '« {value} » n’est pas une adresse',
  plain_url: 'La clé voyagerait en clair : utilisez https',
  key_asked: 'Clé d’API : ',
  key_refused: 'Cette clé n’ouvre pas',
  signed_in: 'Gardé dans {path}, lisible par vous seul',
  open_file: '{path} est lisible par d’autres : chmod 600 {path}',
  signed_out: 'Oublié',
  no_file: '{path} est illisible',
  written: '{count} lignes dans {path}',
  rows: '{count} lignes',
  more: 'Il y en a d’autres : --limit, ou vigie export',
  accepted: 'Accepté sous le numéro {id}',
  report: '{status} : {counts}',
  uploaded: 'Preuve {id} : {name}',
  linked: 'Montrée par l’action {id}',
  inventory: '{name} : {counts}',
  asks: '{question} Avec --confirmed, l’import est fait quand même',
  within: 'Dans les bornes : {what} vaut {value}',
  outside: 'Hors des bornes : {what} vaut {value}, {bound}',
  at_least: 'au moins {n}',
  at_most: 'au plus {n}',
  no_bound: 'check attend --min ou --max',
  no_value: '{what} n’a pas de valeur',
  unreachable: 'Le serveur ne répond pas : {reason}',
  bad_format: '--format attend csv ou json',
  unknown_type: 'Le type « {value} » n’existe pas : vigie types',
}

export type Word = keyof typeof en
export type Say = (word: Word, values?: Readonly<Record<string, string | number>>) => string

/** The language of a terminal, by what it says of itself. */
export const languageOf = (env: Readonly<Record<string, string | undefined>>): 'en' | 'fr' =>
  /^fr/i.test(env.LC_ALL || env.LC_MESSAGES || env.LANG || '') ? 'fr' : 'en'

export const sayIn =
  (language: 'en' | 'fr'): Say =>
  (word, values = {}) =>
    (language === 'fr' ? fr : en)[word].replaceAll(/\{(\w+)\}/g, (all, name: string) => String(values[name] ?? all))
