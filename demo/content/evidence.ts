import type { Text } from './types.ts'

interface KeptFile {
  readonly name: Text
  readonly file: string
  readonly lines: readonly Text[]
  readonly owner: string
  readonly perimeter?: string
  /** Days from today: when it was sent, until when it holds, when it was renewed. */
  readonly since: number
  readonly until: number | null
  readonly renewed?: number
}

/** What the group keeps. */
const ofTheGroup: readonly KeptFile[] = [
  {
    name: { en: 'Restore test of production backups', fr: 'Test de restauration des sauvegardes de production' },
    file: 'restore-test.txt',
    lines: [
      { en: 'Restore test of production backups', fr: 'Test de restauration des sauvegardes de production' },
      { en: 'Lyon data centre', fr: 'Centre de données de Lyon' },
      { en: '', fr: '' },
      { en: 'System; volume; target; measured; result', fr: 'Système ; volume ; objectif ; mesuré ; résultat' },
      { en: 'ERP; 1.8 TB; 8 h; 6 h 40; pass', fr: 'ERP ; 1,8 To ; 8 h ; 6 h 40 ; conforme' },
      { en: 'Production management; 640 GB; 4 h; 3 h 15; pass', fr: 'Gestion de production ; 640 Go ; 4 h ; 3 h 15 ; conforme' },
    ],
    owner: 'claire',
    since: -170,
    until: 12,
  },
  {
    name: { en: 'Minutes of the access committee', fr: 'Compte rendu du comité des accès' },
    file: 'access-committee.txt',
    lines: [
      { en: 'Access committee', fr: 'Comité des accès' },
      {
        en: 'Rights of the ERP and of the file servers were reviewed: 14 removed, 3 to be justified.',
        fr: 'Droits de l’ERP et des serveurs de fichiers revus : 14 retirés, 3 à justifier.',
      },
    ],
    owner: 'claire',
    since: -26,
    until: 330,
  },
  {
    name: { en: 'Firewall rules, export', fr: 'Règles du pare-feu, export' },
    file: 'firewall-rules.csv',
    lines: [
      { en: 'source,target,port,owner', fr: 'source,cible,port,responsable' },
      { en: 'office,erp,443,IT', fr: 'bureautique,erp,443,DSI' },
      { en: 'workshop,historian,1433,OT', fr: 'atelier,historian,1433,OT' },
    ],
    owner: 'tomas',
    since: -130,
    until: 127,
    renewed: -60,
  },
  {
    name: { en: 'EDR coverage report', fr: 'Rapport de couverture de l’EDR' },
    file: 'edr-coverage.csv',
    lines: [
      { en: 'site,hosts,covered', fr: 'site,postes,couverts' },
      { en: 'Lyon,412,409', fr: 'Lyon,412,409' },
      { en: 'Brno,188,181', fr: 'Brno,188,181' },
    ],
    owner: 'claire',
    since: -220,
    until: -7,
  },
  {
    name: { en: 'Phishing exercise, results', fr: 'Exercice d’hameçonnage, résultats' },
    file: 'phishing-exercise.txt',
    lines: [{ en: '1,204 messages sent, 61 clicks, 212 reports.', fr: '1 204 messages envoyés, 61 clics, 212 signalements.' }],
    owner: 'claire',
    since: -95,
    until: 13,
  },
  {
    name: { en: 'Crisis exercise report', fr: 'Compte rendu de l’exercice de crise' },
    file: 'crisis-exercise.txt',
    lines: [
      { en: 'Ransomware scenario, half a day, management and IT.', fr: 'Scénario de rançongiciel, une demi-journée, direction et DSI.' },
      {
        en: 'Cell in place after 35 minutes; directory of contacts out of date.',
        fr: 'Cellule en place au bout de 35 minutes ; annuaire de crise à mettre à jour.',
      },
    ],
    owner: 'claire',
    since: -175,
    until: 190,
  },
  {
    name: { en: 'Encryption status of laptops', fr: 'État du chiffrement des portables' },
    file: 'laptop-encryption.csv',
    lines: [
      { en: 'site,laptops,encrypted', fr: 'site,portables,chiffrés' },
      { en: 'Lyon,236,236', fr: 'Lyon,236,236' },
      { en: 'Zaragoza,58,55', fr: 'Saragosse,58,55' },
    ],
    owner: 'claire',
    since: -385,
    until: -22,
  },
  {
    name: { en: 'Log retention setting', fr: 'Paramètre de conservation des journaux' },
    file: 'log-retention.txt',
    lines: [{ en: 'retention.days = 365', fr: 'retention.days = 365' }],
    owner: 'tomas',
    since: -300,
    until: 60,
  },
  {
    name: { en: 'Awareness, attendance list', fr: 'Sensibilisation, liste de présence' },
    file: 'awareness.csv',
    lines: [
      { en: 'site,invited,present', fr: 'site,invités,présents' },
      { en: 'Brno,92,88', fr: 'Brno,92,88' },
    ],
    owner: 'tomas',
    since: -356,
    until: 9,
  },
  {
    name: { en: 'Patch calendar of the workshops', fr: 'Calendrier des correctifs des ateliers' },
    file: 'patch-calendar.txt',
    lines: [
      { en: 'Second Saturday of the month, from 14:00; validated by production.', fr: 'Deuxième samedi du mois, à partir de 14 h ; validé par la production.' },
    ],
    owner: 'tomas',
    since: -110,
    until: null,
  },
  {
    name: { en: 'Fire door inspection, archive rooms', fr: 'Contrôle des portes coupe-feu, archives' },
    file: 'fire-doors.txt',
    lines: [{ en: 'Six doors inspected, none defective.', fr: 'Six portes contrôlées, aucune défectueuse.' }],
    owner: 'claire',
    since: -230,
    until: 135,
  },
]

/** By the key of the place. */
const sites: readonly { readonly key: string; readonly name: Text; readonly owner: string; readonly shift: number }[] = [
  { key: 'saint-etienne', name: { en: 'Saint-Étienne', fr: 'Saint-Étienne' }, owner: 'claire', shift: 3 },
  { key: 'gent', name: { en: 'Gent', fr: 'Gand' }, owner: 'claire', shift: 11 },
  { key: 'zaragoza', name: { en: 'Zaragoza', fr: 'Saragosse' }, owner: 'claire', shift: 17 },
  { key: 'lab', name: { en: 'Grenoble', fr: 'Grenoble' }, owner: 'claire', shift: 24 },
  { key: 'head-office', name: { en: 'Lyon', fr: 'Lyon' }, owner: 'claire', shift: 31 },
  { key: 'brno', name: { en: 'Brno', fr: 'Brno' }, owner: 'tomas', shift: 6 },
  { key: 'katowice', name: { en: 'Katowice', fr: 'Katowice' }, owner: 'tomas', shift: 14 },
  { key: 'linz', name: { en: 'Linz', fr: 'Linz' }, owner: 'tomas', shift: 54 },
]

/** What each site sends every year. */
const ofSites = sites.flatMap(({ key, name, owner, shift }): KeptFile[] => [
  {
    name: { en: `Review of access rights, ${name.en}`, fr: `Revue des droits d’accès, ${name.fr}` },
    file: 'access-review.csv',
    lines: [
      { en: 'application,accounts,removed', fr: 'application,comptes,retirés' },
      { en: `ERP,${180 + shift},${4 + (shift % 5)}`, fr: `ERP,${180 + shift},${4 + (shift % 5)}` },
    ],
    owner,
    perimeter: key,
    since: -120 - shift,
    until: 245 - shift,
  },
  {
    name: { en: `Restore test, ${name.en}`, fr: `Test de restauration, ${name.fr}` },
    file: 'restore-test.txt',
    lines: [{ en: `Restored in ${3 + (shift % 4)} h, within the target.`, fr: `Restauration en ${3 + (shift % 4)} h, dans l’objectif.` }],
    owner,
    perimeter: key,
    since: -300 - shift,
    until: 65 - shift,
  },
  {
    name: { en: `Attendance of the awareness session, ${name.en}`, fr: `Présence à la session de sensibilisation, ${name.fr}` },
    file: 'attendance.csv',
    lines: [{ en: `invited,present\n${90 + shift},${84 + shift}`, fr: `invités,présents\n${90 + shift},${84 + shift}` }],
    owner,
    perimeter: key,
    since: -60 - shift,
    until: null,
  },
])

/** Evidence that is files, beside the links that actions show. */
export const keptFiles: readonly KeptFile[] = [...ofTheGroup, ...ofSites]
