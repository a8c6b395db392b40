import type { StructureInput } from '#areas/questionnaires/contract/structure.ts'

type Both = readonly [en: string, fr: string]
/** An option: its texts, and what it adds to the criticality. */
type Choice = readonly [key: string, text: Both, adds?: number]

const asked = (key: string, [text_en, text_fr]: Both, choices: readonly Choice[], type: 'SINGLE' | 'MULTIPLE' = 'SINGLE') => ({
  key,
  text_en,
  text_fr,
  type,
  options: choices.map(([option, [label_en, label_fr], delta]) => ({
    key: option,
    label_en,
    label_fr,
    effects: delta === undefined ? [] : [{ accumulator: 'CRIT', delta }],
  })),
})

const no: Choice = ['N', ['No', 'Non']]

/** How critical a supplier is, in eight questions that whoever buys the service can answer. */
const structure: StructureInput = {
  accumulators: [
    {
      key: 'CRIT',
      name_en: 'Criticality',
      name_fr: 'Criticité',
      max: 40,
      levels: [
        { from: 0, name_en: 'Low', name_fr: 'Faible' },
        { from: 8, name_en: 'Medium', name_fr: 'Moyenne' },
        { from: 16, name_en: 'High', name_fr: 'Élevée' },
        { from: 24, name_en: 'Critical', name_fr: 'Critique' },
      ],
    },
  ],
  sections: [
    {
      key: 'DEPEND',
      title_en: 'How we depend on it',
      title_fr: 'Notre dépendance',
      questions: [
        asked(
          'STOP',
          ['How long can we do without it?', 'Combien de temps pouvons-nous nous en passer ?'],
          [
            ['WEEKS', ['Weeks', 'Des semaines']],
            ['DAYS', ['A few days', 'Quelques jours'], 4],
            ['HOURS', ['A few hours', 'Quelques heures'], 8],
          ],
        ),
        asked(
          'REPLACE',
          ['How soon could another take over?', 'En combien de temps un autre pourrait-il prendre le relais ?'],
          [
            ['MONTH', ['Within a month', 'En moins d’un mois']],
            ['YEAR', ['Within a year', 'En moins d’un an'], 3],
            ['NEVER', ['In more than a year, or never', 'En plus d’un an, ou jamais'], 6],
          ],
        ),
        asked(
          'PRODUCE',
          ['Would a fault stop production or endanger somebody?', 'Une défaillance arrêterait-elle la production ou mettrait-elle quelqu’un en danger ?'],
          [['Y', ['Yes', 'Oui'], 8], no],
        ),
      ],
    },
    {
      key: 'DATA',
      title_en: 'What it holds of ours',
      title_fr: 'Ce qu’il détient',
      questions: [
        asked(
          'SECRET',
          ['How confidential is the most confidential data that it receives?', 'Quelle est la sensibilité des données les plus confidentielles qu’il reçoit ?'],
          [
            ['NONE', ['It receives none', 'Il n’en reçoit pas']],
            ['INT', ['Internal', 'Internes'], 2],
            ['CONF', ['Confidential', 'Confidentielles'], 5],
            ['SECR', ['Secret', 'Secrètes'], 8],
          ],
        ),
        asked(
          'PERSO',
          ['Does it process personal data on our behalf?', 'Traite-t-il des données personnelles pour notre compte ?'],
          [
            ['MANY', ['Yes, of customers or of all employees', 'Oui, de clients ou de tous les salariés'], 4],
            ['SOME', ['Yes, of a few people', 'Oui, de quelques personnes'], 2],
            no,
          ],
        ),
      ],
    },
    {
      key: 'ACCESS',
      title_en: 'What it reaches',
      title_fr: 'Ce à quoi il accède',
      questions: [
        asked(
          'REMOTE',
          ['Does it connect to our systems?', 'Se connecte-t-il à nos systèmes ?'],
          [
            ['ADMIN', ['Yes, with administration rights', 'Oui, avec des droits d’administration'], 6],
            ['USER', ['Yes, as a user', 'Oui, comme utilisateur'], 2],
            no,
          ],
        ),
        asked(
          'INSTALL',
          ['Does it deliver software or equipment that we install?', 'Fournit-il des logiciels ou des équipements que nous installons ?'],
          [['Y', ['Yes', 'Oui'], 3], no],
        ),
        asked(
          'LAW',
          ['Does a law or a contract ask us to watch it?', 'Une loi ou un contrat nous impose-t-il de le surveiller ?'],
          [['Y', ['Yes', 'Oui'], 3], no],
        ),
      ],
    },
  ],
}

/** What classifies suppliers where an organisation has nothing of its own. */
export const supplierClassification = {
  accumulator: 'CRIT',
  structure,
  changes: {
    usage: 'EVALUATION',
    name_en: 'Supplier classification',
    name_fr: 'Classification des prestataires',
    description_en: 'How critical a supplier is: the questionnaire that it gets and how often follow from it.',
    description_fr: 'La criticité d’un prestataire : le questionnaire qu’il reçoit et la fréquence de ses évaluations en découlent.',
  },
} as const
