import type { Language } from '#kit/contract/catalogue.ts'

/** One language's word for a thing, and words that are refused for it, as patterns of whole words. */
export interface Word {
  readonly word: string
  readonly refused?: readonly string[]
}

/** A thing of the product. Its word is the only one in catalogues, help pages, README and OPERATIONS. */
export interface Term extends Readonly<Record<Language, Word>> {
  /** Why the other words are refused. */
  readonly why: string
  /** Texts in which a refused word stands, each with what asks for it. */
  readonly except?: readonly { readonly text: string; readonly because: string }[]
}

export const vocabulary: readonly Term[] = [
  {
    en: { word: 'catalogue', refused: ['catalogs?', 'cataloged'] },
    fr: { word: 'catalogue', refused: ['catalog'] },
    why: 'British spelling',
    except: [{ text: 'Object copied successfully in your catalog', because: 'specified: POST /solution/fork' }],
  },
  {
    en: { word: 'organisation', refused: ['organi[z]ations?', 'organi[z]e[ds]?'] },
    fr: { word: 'organisation', refused: ['organi[z]ation'] },
    why: 'British spelling',
    except: [{ text: 'Organization', because: 'specified: NAV-50, the title of /org/modeling' }],
  },
  {
    en: { word: '-ise, -our, -re', refused: ['colors?', 'centers?', 'behaviors?', 'analy[z]e[ds]?', 'recogni[z]e[ds]?', 'canceled', 'labeled', 'fulfill'] },
    fr: { word: '—' },
    why: 'British spelling',
  },
  { en: { word: 'backup', refused: ['back-ups?'] }, fr: { word: 'sauvegarde', refused: ['backups?'] }, why: 'one spelling' },
  {
    en: { word: 'email', refused: ['e-mails?'] },
    fr: { word: 'e-mail', refused: ['mails?', 'emails?', 'courriels?', 'mèls?'] },
    why: 'one spelling',
    except: [{ text: 'E-Mail-Addresses → E-Mail Address', because: 'names of ADFS' }],
  },
  {
    en: { word: 'manager', refused: ['owners?', 'in charge', 'led by', 'given to (?:you|me|them|this|nobody)'] },
    fr: { word: 'responsable', refused: ['propriétaires?', 'en charge de', 'porteurs?'] },
    why: 'the specification names the person in charge of a measure, an action, a risk, a gap or an evidence the manager',
    except: [
      { text: 'as the owner of the schema', because: 'the owner of a database' },
      { text: 'made by the owner', because: 'the owner of a database' },
      { text: 'the owner of an empty database', because: 'the owner of a database' },
      { text: 'restricted role that the owner makes', because: 'the owner of a database' },
    ],
  },
  {
    en: { word: 'evidence', refused: ['without proof', 'evidences'] },
    fr: { word: 'preuve', refused: ['justificatifs?'] },
    why: 'evidence is the object with its revisions; proof is what an action, an occurrence or an answer asks for',
  },
  {
    en: { word: 'without a measure', refused: ['unmapped', 'unlinked requirements?', 'requirements? not covered'] },
    fr: { word: 'sans mesure', refused: ['non mappée?s?', 'exigences? non reliées?', 'exigences? non liées?'] },
    why: 'one word, so that one count is found on every page',
  },
  {
    en: { word: 'report an incident', refused: ['declared? an incident', 'declare incidents', 'incidents? (?:is|was|you) declared'] },
    fr: { word: 'déclarer un incident', refused: ['signaler un incident'] },
    why: 'what people of the field do with an incident',
  },
  {
    en: { word: 'strong authentication', refused: ['two-factor', '2fa', 'two-step verification'] },
    fr: { word: 'authentification forte', refused: ['double authentification', 'authentification à deux facteurs'] },
    why: 'the words of ACC-77 to ACC-84; multi-factor (MFA) may explain them',
  },
  { en: { word: 'sign in', refused: ['log in', 'logon'] }, fr: { word: 'se connecter', refused: ['se logger', 'se loguer', 'login'] }, why: 'one verb' },
  {
    en: { word: 'recalculated', refused: ['worked out again', 'worked out', 'works out'] },
    fr: { word: 'recalculé', refused: ['recalculation'] },
    why: 'the verb of the field',
  },
  { en: { word: 'no longer', refused: ['counts no more', 'proves no more', 'is no more', 'get no more'] }, fr: { word: 'ne … plus' }, why: 'plain English' },
  {
    en: { word: 'highest', refused: ['gravest', 'graver', 'dearest', 'dearer', 'how grave'] },
    fr: { word: 'plus élevé', refused: ['gravissimes?'] },
    why: 'risks have levels and losses',
  },
  { en: { word: 'raised', refused: ['came of (?:it|this|these|answers)', 'come of it'] }, fr: { word: 'issu de' }, why: 'answers raise actions' },
  {
    en: { word: 'circular dependency', refused: ['by way of others'] },
    fr: { word: 'dépendance circulaire', refused: ['d’eux-mêmes par d’autres'] },
    why: 'the word of the field',
  },
  {
    en: { word: 'expires', refused: ['ends soon', 'expired for'] },
    fr: { word: 'expire', refused: ['prend bientôt fin'] },
    why: 'evidence and exemptions have an expiry date',
  },
  { en: { word: 'needs', refused: ['waits for your (?:decision|answers)'] }, fr: { word: 'attend' }, why: 'the reader is who acts' },
  { en: { word: 'frozen', refused: ['actions rest'] }, fr: { word: 'gelé', refused: ['en sommeil'] }, why: 'the state of the actions of a closed project' },
  { en: { word: 'severe', refused: ['grave'] }, fr: { word: 'grave', refused: ['sévères?'] }, why: 'severity = gravité' },
  {
    en: { word: 'fix', refused: ['start(?:s|ed)? (?:the |all )?remed(?:y|ies)'] },
    fr: { word: 'remède', refused: ['lancer les remèdes'] },
    why: 'the verb tells what happens at once',
  },
  {
    en: { word: 'schedule', refused: ['book a day', 'day booked'] },
    fr: { word: 'planifier un jour', refused: ['réserver un jour'] },
    why: 'the verb of the field',
  },
  { en: { word: 'trend', refused: ['course of'] }, fr: { word: 'évolution', refused: ['tendances? de l’indicateur'] }, why: 'the word of the field' },
  { en: { word: 'perimeter', refused: ['org units?'] }, fr: { word: 'périmètre', refused: ['périmetres?', 'scopes?'] }, why: 'the word of the specification' },
  {
    en: { word: 'grouping', refused: ['perimeter groups?'] },
    fr: { word: 'regroupement', refused: ['groupes? de périmètres'] },
    why: 'the word of the specification',
  },
  {
    en: { word: 'measure model', refused: ['blueprints?'] },
    fr: { word: 'modèle de mesure', refused: ['gabarits? de mesure'] },
    why: 'the word of the specification',
  },
  {
    en: { word: 'action plan', refused: ['remediation plans?'] },
    fr: { word: 'plan d’action', refused: ['plans? de remédiation', 'plans? d’actions'] },
    why: 'the word of the specification',
  },
  {
    en: { word: 'implementation action', refused: ['implementing actions?'] },
    fr: { word: 'action de mise en œuvre', refused: ['mise en oeuvre', 'actions? d’implémentation'] },
    why: 'the word of the specification',
  },
  {
    en: { word: 'recurring task', refused: ['recurrent tasks?', 'periodic tasks?'] },
    fr: { word: 'tâche récurrente', refused: ['tâches? périodiques?'] },
    why: 'the word of the specification',
  },
  {
    en: { word: 'runbook', refused: ['run-books?', 'playbooks?'] },
    fr: { word: 'cahier d’exploitation', refused: ['runbooks?'] },
    why: 'the word of the specification',
  },
  {
    en: { word: 'exemption', refused: ['derogations?', 'waivers?'] },
    fr: { word: 'dérogation', refused: ['exemptions?'] },
    why: 'the word of the specification',
  },
  { en: { word: 'gap', refused: ['deviations?', 'shortcomings?'] }, fr: { word: 'écart', refused: ['déviations?'] }, why: 'the word of the specification' },
  {
    en: { word: 'supplier', refused: ['vendors?', 'third-party suppliers?'] },
    fr: { word: 'prestataire', refused: ['tierces? parties?'] },
    why: 'the word of the specification; the provider is who runs Vigie',
  },
  {
    en: { word: 'target date', refused: ['due by date'] },
    fr: { word: 'échéance', refused: ['deadlines?', 'dates? limites?'] },
    why: 'the word of the specification',
  },
  {
    en: { word: 'supporting asset', refused: ['support assets?'] },
    fr: { word: 'bien support', refused: ['actifs? supports?', 'biens support'] },
    why: 'the word of EBIOS RM',
  },
  { en: { word: 'impact', refused: ['gravity'] }, fr: { word: 'gravité', refused: ['sévérité'] }, why: 'the word of EBIOS RM' },
  {
    en: { word: 'probability', refused: ['likelihood'] },
    fr: { word: 'vraisemblance', refused: ['likelihood', 'probabilités? (?:initiales?|cibles?|actuelles?)'] },
    why: 'the word of EBIOS RM; a probability is of a year in the curve of losses',
  },
  { en: { word: 'metric', refused: ['metrology'] }, fr: { word: 'métrique', refused: ['mesure de la métrique'] }, why: 'never “mesure”, which is a measure' },
  {
    en: { word: 'statement of applicability', refused: ['applicability statement'] },
    fr: { word: 'déclaration d’applicabilité', refused: ['déclaration d’applicabilite'] },
    why: 'the word of ISO 27001',
  },
  {
    en: { word: 'person-day', refused: ['man-days?', 'man days?'] },
    fr: { word: 'jour-homme', refused: ['jours? hommes?', 'jour-personne'] },
    why: 'the word of the specification',
  },
  {
    en: { word: '60%', refused: ['\\d[ \\u00a0]%', '\\}[ \\u00a0]%'] },
    fr: { word: '60 %', refused: ['\\d ?%(?!\\u00a0)', '\\} ?%'] },
    why: 'English writes the sign against the figure, French after a no-break space',
  },
  {
    en: { word: '5 March 2026', refused: ['(?:January|February|March|April|May|June|July|August|September|October|November|December) \\d{1,2}, \\d{4}'] },
    fr: { word: '5 mars 2026' },
    why: 'British dates',
  },
  { en: { word: 'k€', refused: ['keur', 'k eur', 'thousand euros'] }, fr: { word: 'k€', refused: ['keur', 'milliers d’euros'] }, why: 'one unit' },
]
