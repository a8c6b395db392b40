import type { Definition } from '#areas/connectors/server/adapters/adapter.ts'

const choice = (value: string, en: string, fr: string) => ({ value, label: { en, fr } })

/** Any service that answers JSON: its values are found by JSONPath (RFC 9535). */
export const definition = {
  identifier: 'HTTP_JSON',
  kind: 'GENERIC_HTTP',
  mark: 'HJ',
  name: { en: 'HTTP JSON', fr: 'HTTP JSON' },
  description: {
    en: 'Any JSON address: choose the fields, see the values, name the metric.',
    fr: 'N’importe quelle adresse JSON : choisissez les champs, voyez les valeurs, nommez la métrique.',
  },
  api: 'HTTP, JSON, JSONPath (RFC 9535)',
  fields: [
    {
      name: 'base_url',
      type: 'url',
      label: { en: 'Address', fr: 'Adresse' },
      hint: { en: 'Of the first page, with its parameters', fr: 'Celle de la première page, avec ses paramètres' },
      required: true,
    },
    {
      name: 'sign_in',
      type: 'choice',
      label: { en: 'Signs in by', fr: 'Authentification' },
      required: true,
      initial: 'none',
      choices: [
        choice('none', 'Nothing', 'Aucune'),
        choice('bearer', 'Bearer token', 'Jeton (Bearer)'),
        choice('basic', 'Name and password', 'Nom et mot de passe'),
        choice('header', 'A header of its own', 'Un en-tête particulier'),
      ],
    },
    {
      name: 'user',
      type: 'text',
      label: { en: 'Name', fr: 'Nom' },
      hint: { en: 'Of the user, or of the header', fr: 'De l’utilisateur, ou de l’en-tête' },
      required: false,
    },
    { name: 'secret', type: 'password', label: { en: 'Token or password', fr: 'Jeton ou mot de passe' }, required: false },
    {
      name: 'paging',
      type: 'choice',
      label: { en: 'Next page', fr: 'Page suivante' },
      required: true,
      initial: 'none',
      choices: [
        choice('none', 'One page', 'Une seule page'),
        choice('page', 'By number', 'Par numéro'),
        choice('offset', 'By position', 'Par position'),
        choice('cursor', 'By a mark in the answer', 'Par un repère dans la réponse'),
        choice('link', 'By the Link header', 'Par l’en-tête Link'),
      ],
    },
    {
      name: 'paging_parameter',
      type: 'text',
      label: { en: 'Parameter of the page', fr: 'Paramètre de la page' },
      hint: { en: 'Such as page, offset or cursor', fr: 'Par exemple page, offset ou cursor' },
      required: false,
    },
    {
      name: 'paging_path',
      type: 'text',
      label: { en: 'Where the mark stands', fr: 'Où se trouve le repère' },
      hint: { en: 'JSONPath of the mark or of the next address, such as $.next', fr: 'JSONPath du repère ou de l’adresse suivante, par exemple $.next' },
      required: false,
    },
    {
      name: 'rows',
      type: 'text',
      label: { en: 'Where the rows stand', fr: 'Où se trouvent les lignes' },
      hint: {
        en: 'JSONPath, such as $.items[*]; a page without any is the last',
        fr: 'JSONPath, par exemple $.items[*] ; une page sans ligne est la dernière',
      },
      required: false,
    },
    {
      name: 'finding_key',
      type: 'text',
      label: { en: 'Key of a finding', fr: 'Clé d’un constat' },
      hint: {
        en: 'JSONPath within a row, such as $.id; empty, rows are no findings',
        fr: 'JSONPath dans une ligne, par exemple $.id ; vide, les lignes ne sont pas des constats',
      },
      required: false,
    },
    { name: 'finding_name', type: 'text', label: { en: 'Name of a finding', fr: 'Nom d’un constat' }, required: false },
    {
      name: 'finding_score',
      type: 'text',
      label: { en: 'Severity of a finding', fr: 'Gravité d’un constat' },
      hint: { en: 'From 0 to 100, or a word such as high', fr: 'De 0 à 100, ou un mot comme high' },
      required: false,
    },
    { name: 'finding_code', type: 'text', label: { en: 'Code or CVE of a finding', fr: 'Code ou CVE d’un constat' }, required: false },
  ],
  reads: [
    {
      what: { en: 'What the address answers', fr: 'Ce que répond l’adresse' },
      why: { en: 'To take the values that you choose from it', fr: 'Pour en tirer les valeurs que vous choisissez' },
    },
  ],
  never: {
    en: 'Never more than what the JSONPath expressions name is kept.',
    fr: 'Rien de plus que ce que désignent les expressions JSONPath n’est conservé.',
  },
  produces: ['metrics', 'issues'],
  metrics: [],
  needsWorker: false,
} as const satisfies Definition
