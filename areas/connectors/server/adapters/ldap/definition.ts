import type { Definition } from '#areas/connectors/server/adapters/adapter.ts'

const accounts = ['ES-07', 'Procedure for joiners, movers and leavers', 'ES-16', 'Review of access rights']
const passwords = ['ES-14', 'Password manager and rules for passwords']

/** LDAP v3 (RFC 4511) with paged results (RFC 2696); of Active Directory also its own attributes, as of Windows Server 2025. */
export const definition = {
  identifier: 'LDAP',
  kind: 'DIRECTORY',
  mark: 'LD',
  name: { en: 'LDAP and Active Directory', fr: 'LDAP et Active Directory' },
  description: {
    en: 'Accounts that nobody uses any more, passwords that never end or are not needed, people without a smart card, members of privileged groups.',
    fr: 'Les comptes que personne n’utilise plus, les mots de passe sans fin ou facultatifs, les personnes sans carte à puce, les membres des groupes à privilèges.',
  },
  api: 'LDAP v3',
  fields: [
    {
      name: 'base_url',
      type: 'url',
      label: { en: 'Address', fr: 'Adresse' },
      hint: { en: 'ldaps://HOST, or ldap://HOST, which is then encrypted by StartTLS', fr: 'ldaps://HÔTE, ou ldap://HÔTE, chiffré ensuite par StartTLS' },
      required: true,
      initial: 'ldaps://',
    },
    {
      name: 'user',
      type: 'text',
      label: { en: 'Account', fr: 'Compte' },
      hint: { en: 'A distinguished name or name@domain, with read access alone', fr: 'Un nom distinctif ou nom@domaine, en lecture seule' },
      required: true,
    },
    { name: 'password', type: 'password', label: { en: 'Password', fr: 'Mot de passe' }, required: true },
    {
      name: 'base',
      type: 'text',
      label: { en: 'Below', fr: 'Sous' },
      hint: { en: 'Empty: all that the directory names as its own', fr: 'Vide : tout ce que l’annuaire dit être sien' },
      required: false,
    },
    {
      name: 'certificate',
      type: 'text',
      label: { en: 'Certificate of its authority (PEM)', fr: 'Certificat de son autorité (PEM)' },
      hint: { en: 'Where it is not a public one', fr: 'Si elle n’est pas publique' },
      required: false,
      guards: true,
    },
    {
      name: 'encryption',
      type: 'choice',
      label: { en: 'Encryption', fr: 'Chiffrement' },
      required: true,
      initial: 'always',
      guards: true,
      choices: [
        { value: 'always', label: { en: 'Always', fr: 'Toujours' } },
        { value: 'none', label: { en: 'None: the password is readable on the network', fr: 'Aucun : le mot de passe est lisible sur le réseau' } },
      ],
    },
  ],
  reads: [
    {
      what: {
        en: 'Accounts of people: state, last sign-in, rules of their password',
        fr: 'Comptes des personnes : état, dernière connexion, règles de mot de passe',
      },
      why: { en: 'To count those that are against the rules', fr: 'Pour compter ceux qui dérogent aux règles' },
    },
    {
      what: { en: 'Members of privileged groups, those of groups within them too', fr: 'Membres des groupes à privilèges, y compris par d’autres groupes' },
      why: { en: 'To count who may do everything', fr: 'Pour compter ceux qui peuvent tout' },
    },
  ],
  never: {
    en: 'Names and addresses are counted and not kept. No password is read.',
    fr: 'Les noms et adresses sont comptés, non conservés. Aucun mot de passe n’est lu.',
  },
  produces: ['metrics'],
  metrics: [
    {
      key: 'dormant_accounts',
      name: { en: 'Dormant accounts', fr: 'Comptes dormants' },
      description: {
        en: 'Enabled accounts of people without a sign-in for that many days, or ever since they were made.',
        fr: 'Comptes de personnes actifs sans connexion depuis tant de jours, ou depuis leur création.',
      },
      unit: 'NUMBER',
      better: 'LOWER',
      measures: accounts,
      parameters: [{ name: 'days', type: 'number', label: { en: 'Days', fr: 'Jours' }, required: true, initial: 90 }],
    },
    {
      key: 'password_never_ends',
      name: { en: 'Passwords that never end', fr: 'Mots de passe sans fin' },
      description: {
        en: 'Enabled accounts of people whose password never has to be changed.',
        fr: 'Comptes de personnes actifs dont le mot de passe n’a jamais à changer.',
      },
      unit: 'NUMBER',
      better: 'LOWER',
      measures: passwords,
    },
    {
      key: 'password_not_needed',
      name: { en: 'Accounts that need no password', fr: 'Comptes sans mot de passe exigé' },
      description: {
        en: 'Enabled accounts of people that may have an empty password.',
        fr: 'Comptes de personnes actifs dont le mot de passe peut être vide.',
      },
      unit: 'NUMBER',
      better: 'LOWER',
      measures: passwords,
    },
    {
      key: 'without_smart_card',
      name: { en: 'People without a smart card', fr: 'Personnes sans carte à puce' },
      description: { en: 'Enabled accounts of people that may sign in without one.', fr: 'Comptes de personnes actifs qui peuvent se connecter sans elle.' },
      unit: 'NUMBER',
      better: 'LOWER',
      measures: ['ES-13', 'Multi-factor authentication'],
    },
    {
      key: 'privileged_members',
      name: { en: 'Members of privileged groups', fr: 'Membres des groupes à privilèges' },
      description: {
        en: 'People in a group or in groups within it, each once. Of Active Directory, without a group, its administrators: of the domain, the enterprise, the schema and the controllers.',
        fr: 'Personnes d’un groupe ou des groupes qu’il contient, chacune une fois. D’Active Directory, sans groupe, ses administrateurs : du domaine, de l’entreprise, du schéma et des contrôleurs.',
      },
      unit: 'NUMBER',
      better: 'LOWER',
      measures: ['ES-15', 'Separate accounts and stations for administration', 'ES-16'],
      parameters: [
        {
          name: 'group',
          type: 'text',
          label: { en: 'Group', fr: 'Groupe' },
          hint: { en: 'Its distinguished name', fr: 'Son nom distinctif' },
          required: false,
        },
      ],
    },
  ],
  needsWorker: true,
} as const satisfies Definition
