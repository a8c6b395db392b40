import type { StructureInput } from '#areas/questionnaires/contract/structure.ts'
import { option, question, reaches, section, when, yesNo } from './build.ts'

const levels = (medium: number, high: number) => [
  { from: 0, name_en: 'Low', name_fr: 'Faible' },
  { from: medium, name_en: 'Medium', name_fr: 'Moyenne' },
  { from: high, name_en: 'High', name_fr: 'Forte' },
]

/** What is at stake in a project: its accumulators say how critical it is, and so how far security goes with it. */
export const projectClassification: StructureInput = {
  accumulators: [
    { key: 'CRIT', name_en: 'Criticality', name_fr: 'Criticité', max: 40, levels: levels(10, 22) },
    { key: 'CONF', name_en: 'Confidentiality', name_fr: 'Confidentialité', max: 12, levels: levels(4, 8) },
    { key: 'AVAIL', name_en: 'Availability', name_fr: 'Disponibilité', max: 12, levels: levels(4, 8) },
    { key: 'SURF', name_en: 'Exposure', name_fr: 'Exposition', max: 16, levels: levels(5, 10) },
  ],
  sections: [
    section('PROJ', ['The project', 'Le projet'], {
      questions: [
        question('GOAL', ['What is it for, in two sentences?', 'À quoi sert-il, en deux phrases ?'], { type: 'TEXT', comment: 'NONE' }),
        question('LIVE', ['When does it go live?', 'Quand est la mise en production ?'], { type: 'DATE', comment: 'NONE' }),
        question('KIND', ['What kind of project is it?', 'De quel type de projet s’agit-il ?'], {
          type: 'SINGLE',
          options: [
            option('NEW', ['A new service', 'Un nouveau service'], null, { CRIT: 2 }),
            option('CHANGE', ['A change of one in use', 'Une évolution de l’existant'], null, { CRIT: 1 }),
            option('TRIAL', ['A trial without real data', 'Un essai sans données réelles'], null),
          ],
        }),
        question('USERS', ['Who uses it?', 'Qui l’utilise ?'], {
          type: 'MULTIPLE',
          options: [
            option('IN', ['Our own people', 'Nos équipes'], null),
            option('PARTNER', ['Partners and suppliers', 'Partenaires et prestataires'], null, { SURF: 2, CRIT: 1 }),
            option('PUBLIC', ['Customers or the public', 'Clients ou public'], null, { SURF: 4, CRIT: 3 }),
          ],
        }),
      ],
    }),
    section('INFO', ['What it holds', 'Ce qu’il contient'], {
      questions: [
        question('SECRET', ['How confidential is what it holds?', 'Quel est le degré de confidentialité de son contenu ?'], {
          type: 'SINGLE',
          options: [
            option('PUB', ['Public', 'Public'], null),
            option('INT', ['Internal', 'Interne'], null, { CONF: 2, CRIT: 1 }),
            option('RESTR', ['Restricted', 'Restreint'], null, { CONF: 5, CRIT: 4 }),
            option('SECR', ['Secret', 'Secret'], null, { CONF: 8, CRIT: 8 }),
          ],
        }),
        question('PERSONAL', ['Does it process personal data?', 'Traite-t-il des données personnelles ?'], {
          type: 'SINGLE',
          options: yesNo({ CONF: 2, CRIT: 2 }),
        }),
        question('SENSIT', ['Of which kinds?', 'De quelles natures ?'], {
          type: 'MULTIPLE',
          conditions: [when('PERSONAL', 'Y')],
          options: [
            option('STAFF', ['Of employees', 'De salariés'], null),
            option('CLIENT', ['Of customers', 'De clients'], null, { CONF: 1 }),
            option('HEALTH', ['Health, opinions or biometrics', 'Santé, opinions ou biométrie'], null, { CONF: 4, CRIT: 4 }),
          ],
        }),
        question('RECORDS', ['Of how many people?', 'De combien de personnes ?'], { type: 'NUMBER', conditions: [when('PERSONAL', 'Y')], comment: 'NONE' }),
        question('DPIA', ['Has its impact on privacy been assessed?', 'Son impact sur la vie privée a-t-il été analysé ?'], {
          type: 'SINGLE',
          proof: 'ALLOWED',
          conditions: [when('SENSIT', 'HEALTH'), [...when('PERSONAL', 'Y'), { type: 'ANSWER', question: 'RECORDS', operator: 'GT', values: [10_000] }]],
          options: [option('Y', ['Yes', 'Oui'], 100), option('PROG', ['It is under way', 'C’est en cours'], 50), option('N', ['No', 'Non'], 0, { CRIT: 2 })],
        }),
      ],
    }),
    section('STOP', ['If it stops', 'S’il s’arrête'], {
      questions: [
        question('OUTAGE', ['How long can the business do without it?', 'Combien de temps l’activité peut-elle s’en passer ?'], {
          type: 'SINGLE',
          options: [
            option('WEEK', ['A week or more', 'Une semaine ou plus'], null),
            option('DAY', ['A day', 'Un jour'], null, { AVAIL: 4, CRIT: 3 }),
            option('HOURS', ['A few hours', 'Quelques heures'], null, { AVAIL: 8, CRIT: 6 }),
            option('NONE', ['Not at all', 'Pas du tout'], null, { AVAIL: 12, CRIT: 9 }),
          ],
        }),
        question('LOSS', ['How much data may be lost?', 'Quelle perte de données est acceptable ?'], {
          type: 'SINGLE',
          conditions: [reaches('AVAIL', 4)],
          options: [
            option('DAY', ['A day', 'Un jour'], null),
            option('HOUR', ['An hour', 'Une heure'], null, { CRIT: 1 }),
            option('ZERO', ['None', 'Aucune'], null, { CRIT: 3 }),
          ],
        }),
        question('SAFETY', ['Could a fault hurt somebody or stop production?', 'Une défaillance peut-elle blesser quelqu’un ou arrêter la production ?'], {
          type: 'SINGLE',
          options: yesNo({ CRIT: 8 }),
        }),
        question('LAW', ['Does a law or a contract set requirements for it?', 'Une loi ou un contrat impose-t-il des exigences ?'], {
          type: 'SINGLE',
          options: yesNo({ CRIT: 3 }),
        }),
        question('WHICHLAW', ['Which ones?', 'Lesquelles ?'], { type: 'TEXT', conditions: [when('LAW', 'Y')], comment: 'NONE' }),
      ],
    }),
    section('OPEN', ['How exposed it is', 'Son exposition'], {
      questions: [
        question('NET', ['Can it be reached from the internet?', 'Est-il accessible depuis Internet ?'], {
          type: 'SINGLE',
          options: yesNo({ SURF: 5, CRIT: 3 }),
        }),
        question('HOST', ['Where does it run?', 'Où est-il hébergé ?'], {
          type: 'SINGLE',
          options: [
            option('OWN', ['In our data centres', 'Dans nos centres de données'], null),
            option('CLOUD', ['With a cloud provider that we already use', 'Chez un fournisseur en nuage que nous utilisons déjà'], null, { SURF: 2 }),
            option('NEWHOST', ['With a new provider', 'Chez un nouveau fournisseur'], null, { SURF: 4, CRIT: 1 }),
          ],
        }),
        question('LINKS', ['How many of our systems is it connected to?', 'À combien de nos systèmes est-il relié ?'], { type: 'NUMBER', comment: 'NONE' }),
        question('AI', ['Does it decide by itself about people?', 'Prend-il seul des décisions sur des personnes ?'], {
          type: 'SINGLE',
          options: yesNo({ CRIT: 4 }),
        }),
      ],
    }),
    section('NEXT', ['What follows', 'Les suites'], {
      conditions: [reaches('CRIT', 22)],
      description_en: 'Asked of critical projects.',
      description_fr: 'Posées aux projets critiques.',
      questions: [
        question('RISKS', ['Who carries out the risk analysis, and by when?', 'Qui mène l’analyse de risques, et pour quand ?'], {
          type: 'TEXT',
          comment: 'NONE',
        }),
        question('TEST', ['Is a security test planned before it goes live?', 'Un test de sécurité est-il prévu avant la mise en production ?'], {
          type: 'SINGLE',
          options: [option('Y', ['Yes', 'Oui'], 100), option('N', ['No', 'Non'], 0)],
        }),
      ],
    }),
  ],
}
