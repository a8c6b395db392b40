import type { StructureInput } from '#areas/questionnaires/contract/structure.ts'
import { degrees, option, question, reaches, section, when, yesNo, type Both } from './build.ts'

const measure = (key: string, text: Both, more: Partial<Parameters<typeof question>[2]> = {}) =>
  question(key, text, { type: 'SINGLE', options: degrees(), comment: 'ALLOWED', proof: 'ALLOWED', ...more })

/** Supplier security: short for whoever holds nothing of ours, longer where the stakes are. */
export const supplierSecurity: StructureInput = {
  accumulators: [
    {
      key: 'EXPO',
      name_en: 'Exposure',
      name_fr: 'Exposition',
      max: 24,
      levels: [
        { from: 0, name_en: 'Low', name_fr: 'Faible' },
        { from: 6, name_en: 'Medium', name_fr: 'Moyenne' },
        { from: 12, name_en: 'High', name_fr: 'Forte' },
      ],
    },
    { key: 'SENS', name_en: 'Sensitivity', name_fr: 'Sensibilité', max: 12 },
  ],
  sections: [
    section('WHO', ['Who you are', 'Qui vous êtes'], {
      weight: 1,
      questions: [
        question('CONTACT', ['Who answers for security in your company?', 'Qui répond de la sécurité dans votre entreprise ?'], {
          type: 'TEXT',
          help: ['Name, role and address.', 'Nom, fonction et adresse électronique.'],
        }),
        question('STAFF', ['How many people work for you?', 'Combien de personnes travaillent chez vous ?'], { type: 'NUMBER', mandatory: false }),
        measure('POLICY', ['Does your management approve a written security policy?', 'Votre direction approuve-t-elle une politique de sécurité écrite ?']),
        question('CERTIF', ['Which certificates do you hold?', 'Quels certificats détenez-vous ?'], {
          type: 'MULTIPLE',
          proof: 'ALLOWED',
          options: [
            option('ISMS', ['Security management', 'Gestion de la sécurité'], null),
            option('CLOUD', ['Cloud services', 'Services en nuage'], null),
            option('HEALTH', ['Health data', 'Données de santé'], null),
            option('NONE', ['None', 'Aucun'], null),
          ],
        }),
        question('CERTEND', ['When does the first of them end?', 'Quand le premier d’entre eux prend-il fin ?'], {
          type: 'DATE',
          conditions: [when('CERTIF', 'ISMS', 'CLOUD', 'HEALTH')],
        }),
      ],
    }),
    section('DATA', ['Data and hosting', 'Données et hébergement'], {
      weight: 3,
      questions: [
        question('PROCESS', ['Do you process or keep data of ours?', 'Traitez-vous ou conservez-vous nos données ?'], {
          type: 'SINGLE',
          options: yesNo({ EXPO: 4, SENS: 2 }),
        }),
        question('WHICH', ['Which data?', 'Quelles données ?'], {
          type: 'MULTIPLE',
          conditions: [when('PROCESS', 'Y')],
          options: [
            option('DRAW', ['Drawings and designs', 'Plans et études'], null, { SENS: 4 }),
            option('PERS', ['Personal data', 'Données personnelles'], null, { SENS: 3, EXPO: 2 }),
            option('PRICE', ['Prices and contracts', 'Prix et contrats'], null, { SENS: 2 }),
            option('OTHER', ['Other', 'Autres'], null),
          ],
        }),
        question('WHERE', ['Where is our data hosted?', 'Où nos données sont-elles hébergées ?'], {
          type: 'SINGLE',
          weight: 2,
          conditions: [when('PROCESS', 'Y')],
          options: [
            option('OWN', ['On our own sites, in the European Union', 'Sur nos propres sites, dans l’Union européenne'], 100),
            option('HOST', ['With a host in the European Union', 'Chez un hébergeur dans l’Union européenne'], 75, { EXPO: 2 }),
            option('OUT', ['With a host elsewhere', 'Chez un hébergeur situé ailleurs'], 25, { EXPO: 6, SENS: 2 }),
            option('UNK', ['We do not know', 'Nous ne savons pas'], 0, { EXPO: 8 }),
          ],
        }),
        question('HOSTNAME', ['Name of the host', 'Nom de l’hébergeur'], { type: 'TEXT', conditions: [when('WHERE', 'HOST', 'OUT')] }),
        measure('ENCRYPT', ['Is our data encrypted at rest and in transit?', 'Nos données sont-elles chiffrées au repos et en transit ?'], {
          weight: 2,
          conditions: [when('PROCESS', 'Y')],
        }),
        measure('APART', ['Is it kept apart from that of other customers?', 'Sont-elles séparées de celles de vos autres clients ?'], {
          conditions: [when('PROCESS', 'Y')],
        }),
        measure('RETURN', ['Is it returned and destroyed at the end of the contract?', 'Sont-elles restituées puis détruites en fin de contrat ?'], {
          conditions: [when('PROCESS', 'Y')],
        }),
        measure('DPO', ['Do you keep a record of what is done with personal data?', 'Tenez-vous un registre des traitements de données personnelles ?'], {
          conditions: [when('WHICH', 'PERS')],
        }),
      ],
    }),
    section('ACCESS', ['Remote access', 'Accès à distance'], {
      weight: 2,
      questions: [
        question('REMOTE', ['Do you connect to our systems?', 'Vous connectez-vous à nos systèmes ?'], { type: 'SINGLE', options: yesNo({ EXPO: 6 }) }),
        question('PEOPLE', ['How many people connect?', 'Combien de personnes se connectent ?'], { type: 'NUMBER', conditions: [when('REMOTE', 'Y')] }),
        measure('NAMED', ['Named accounts with a second factor?', 'Comptes nominatifs avec second facteur ?'], {
          weight: 3,
          conditions: [when('REMOTE', 'Y')],
        }),
        measure('APPROVED', ['Is each session approved before it begins?', 'Chaque session est-elle approuvée avant de commencer ?'], {
          conditions: [when('REMOTE', 'Y')],
        }),
        measure('LEAVERS', ['Do accounts close on the day on which somebody leaves?', 'Les comptes sont-ils fermés le jour d’un départ ?'], {
          weight: 2,
          conditions: [when('REMOTE', 'Y')],
        }),
        measure('DEVICES', ['Do people connect from devices that you manage?', 'Les connexions viennent-elles de postes que vous gérez ?'], {
          conditions: [when('REMOTE', 'Y')],
        }),
        measure('LOGS', ['Are session logs kept for a year?', 'Les journaux de session sont-ils conservés un an ?'], { conditions: [when('REMOTE', 'Y')] }),
      ],
    }),
    section('PROTECT', ['How you protect yourselves', 'Comment vous vous protégez'], {
      weight: 3,
      questions: [
        measure('TRAIN', ['Is everybody trained in security each year?', 'Tout le personnel est-il formé à la sécurité chaque année ?']),
        measure('MFA', ['Is mail protected by a second factor?', 'La messagerie est-elle protégée par un second facteur ?'], { weight: 2 }),
        measure('ADMIN', ['Do administrators use separate accounts?', 'Les administrateurs ont-ils des comptes distincts ?']),
        measure(
          'EDR',
          ['Do workstations and servers report to detection and response?', 'Postes et serveurs remontent-ils à un outil de détection et de réponse ?'],
          { weight: 2 },
        ),
        measure('PATCH', ['Are critical patches installed within a month?', 'Les correctifs critiques sont-ils posés sous un mois ?'], { weight: 2 }),
        measure(
          'BACKUP',
          ['Are backups kept out of reach and restored as a test?', 'Les sauvegardes sont-elles hors d’atteinte et testées par restauration ?'],
          { weight: 2 },
        ),
        measure('PENTEST', ['Is what faces the internet tested each year?', 'Ce qui est exposé sur Internet est-il testé chaque année ?'], {
          conditions: [reaches('EXPO', 6)],
        }),
        measure('SITES', ['Is entry to your premises controlled?', 'L’accès à vos locaux est-il contrôlé ?'], { conditions: [when('WHERE', 'OWN')] }),
      ],
    }),
    section('INC', ['Incidents and continuity', 'Incidents et continuité'], {
      weight: 2,
      questions: [
        measure('PLAN', ['Do you have a plan for security incidents?', 'Avez-vous un plan de réponse aux incidents ?']),
        measure('TELL', ['Do you commit to telling us within 24 hours?', 'Vous engagez-vous à nous prévenir sous 24 heures ?'], { weight: 2 }),
        question('PAST', ['Was there a serious incident in the last two years?', 'Avez-vous connu un incident grave ces deux dernières années ?'], {
          type: 'SINGLE',
          options: yesNo({ EXPO: 2 }),
        }),
        question('PASTTXT', ['What happened, and what has changed since?', 'Que s’est-il passé, et qu’avez-vous changé depuis ?'], {
          type: 'TEXT',
          conditions: [when('PAST', 'Y')],
        }),
        measure('CONTIN', ['Is your continuity plan exercised?', 'Votre plan de continuité est-il testé ?'], { conditions: [reaches('EXPO', 6)] }),
        measure('INSURE', ['Are you insured against such losses?', 'Êtes-vous assurés contre ces pertes ?'], { mandatory: false }),
      ],
    }),
    section('CHAIN', ['Your own suppliers', 'Vos propres prestataires'], {
      weight: 1,
      conditions: [reaches('EXPO', 12), reaches('SENS', 6)],
      description_en: 'Asked where exposure or sensitivity are high.',
      description_fr: 'Posées quand l’exposition ou la sensibilité est forte.',
      questions: [
        question('SUBS', ['Do others work for us on your behalf?', 'D’autres entreprises interviennent-elles pour nous en votre nom ?'], {
          type: 'SINGLE',
          options: yesNo({ EXPO: 2 }),
        }),
        question('SUBLIST', ['Which ones, and for what?', 'Lesquelles, et pour quoi ?'], { type: 'TEXT', conditions: [when('SUBS', 'Y')] }),
        measure('SUBREQ', ['Do they commit to the same requirements?', 'S’engagent-elles aux mêmes exigences ?'], { conditions: [when('SUBS', 'Y')] }),
        measure('SUBCHK', ['Do you check that they keep to them?', 'Vérifiez-vous qu’elles les tiennent ?'], { conditions: [when('SUBS', 'Y')] }),
        measure('AUDIT', ['May we audit what is done for us?', 'Pouvons-nous auditer ce qui est fait pour nous ?'], { weight: 2 }),
      ],
    }),
  ],
}
