import type { Periodicity } from '#areas/runbooks/contract/recurrence.ts'
import type { RecurringTask, Runbook } from '#demo/content/types.ts'

type Told = readonly [
  kind: 'OPERATION' | 'CONTROL',
  periodicity: Periodicity,
  perimeter: string,
  manager: string,
  charge: number,
  en: string,
  fr: string,
  more?: Pick<RecurringTask, 'proof' | 'approved'>,
]

const toTasks = (rows: readonly Told[]): RecurringTask[] =>
  rows.map(([kind, periodicity, perimeter, manager, charge, en, fr, more]) => ({
    kind,
    periodicity,
    perimeter,
    manager,
    charge,
    name: { en, fr },
    labels: [],
    ...more,
  }))

/** The controls of a plant, done by whoever is responsible for automation there. */
const plant = (perimeter: string, manager: string, en: string, fr: string): RecurringTask[] =>
  toTasks([
    ['CONTROL', 'WEEKLY', perimeter, manager, 0.25, `PLC cabinets locked, ${en}`, `Armoires d’automates fermées à clé, ${fr}`, { proof: 'REQUIRED' }],
    ['OPERATION', 'MONTHLY', perimeter, manager, 0.5, `PLC programs saved, ${en}`, `Programmes d’automates sauvegardés, ${fr}`],
    ['CONTROL', 'WEEKLY', perimeter, manager, 0.25, `USB station up to date, ${en}`, `Station blanche USB à jour, ${fr}`],
    ['OPERATION', 'QUARTERLY', perimeter, manager, 1, `Spare controllers counted, ${en}`, `Automates de rechange inventoriés, ${fr}`],
  ])

/** What tasks of a runbook are labelled with, as far as they are told to whoever asks for them. */
const themes: Readonly<Record<string, (task: RecurringTask) => readonly string[]>> = {
  continuity: ({ proof }) => ['ransomware', ...(proof ? ['insurance'] : [])],
  accounts: ({ kind, perimeter }) => [...(kind === 'CONTROL' ? ['internal-audit'] : []), ...(perimeter === 'hr' ? ['personal-data'] : [])],
  plants: ({ kind }) => ['plant', ...(kind === 'CONTROL' ? ['nis2'] : [])],
}
const labelled = (runbook: Runbook): Runbook => ({
  ...runbook,
  tasks: runbook.tasks.map((task) => ({ ...task, labels: themes[runbook.key]?.(task) ?? [] })),
})

const unlabelled: readonly Runbook[] = [
  {
    key: 'continuity',
    plan: 'ransom',
    name: { en: 'Backups and continuity', fr: 'Sauvegardes et continuité' },
    perimeters: ['head-office', 'it'],
    tasks: toTasks([
      ['CONTROL', 'MONTHLY', 'it', 'julien', 1, 'A server drawn by lot is restored', 'Restauration d’un serveur tiré au sort', { proof: 'REQUIRED' }],
      ['CONTROL', 'WEEKLY', 'it', 'julien', 0.25, 'Backup log read', 'Relecture du journal des sauvegardes'],
      ['CONTROL', 'QUARTERLY', 'it', 'nadia', 2, 'Failover to the second site rehearsed', 'Essai de bascule vers le second site', { approved: true }],
      ['OPERATION', 'MONTHLY', 'it', 'julien', 0.5, 'Offline tapes rotated', 'Rotation des bandes hors ligne'],
      ['OPERATION', 'YEARLY', 'head-office', 'nadia', 3, 'Crisis exercise', 'Exercice de crise', { approved: true }],
      ['CONTROL', 'MONTHLY', 'head-office', 'nadia', 0.25, 'Crisis contacts called', 'Annuaire de crise vérifié'],
      ['CONTROL', 'WEEKLY', 'it', 'julien', 0.25, 'Certificates that end within a month', 'Certificats qui expirent sous un mois'],
      ['OPERATION', 'SEMESTERLY', 'it', 'aurelie', 2, 'Power generator run under load', 'Groupe électrogène essayé en charge'],
      ['CONTROL', 'DAILY', 'it', 'julien', 0.1, 'Night backups ended', 'Sauvegardes de la nuit terminées'],
      ['OPERATION', 'MONTHLY', 'it', 'julien', 1, 'Patch window of servers', 'Fenêtre de correctifs des serveurs'],
    ]),
  },
  {
    key: 'accounts',
    plan: 'isms',
    name: { en: 'Accounts and rights', fr: 'Comptes et habilitations' },
    perimeters: [],
    tasks: toTasks([
      ['CONTROL', 'MONTHLY', 'it', 'julien', 0.5, 'Privileged accounts reviewed', 'Revue des comptes à privilèges', { proof: 'REQUIRED', approved: true }],
      ['OPERATION', 'WEEKLY', 'it', 'julien', 0.25, 'Accounts of leavers closed', 'Fermeture des comptes des partants'],
      ['CONTROL', 'MONTHLY', 'erp', 'aurelie', 0.75, 'Access rights of the ERP reviewed', 'Revue des accès de l’ERP', { proof: 'REQUIRED' }],
      ['CONTROL', 'MONTHLY', 'it', 'julien', 0.25, 'Service accounts without an owner', 'Comptes de service sans responsable'],
      ['CONTROL', 'MONTHLY', 'head-office', 'nadia', 0.5, 'Remote access of suppliers', 'Accès distants des prestataires'],
      ['CONTROL', 'WEEKLY', 'it', 'julien', 0.25, 'Administration at night', 'Connexions d’administration la nuit'],
      ['CONTROL', 'QUARTERLY', 'hr', 'paola', 1, 'Rights in the personnel suite reviewed', 'Revue des droits de la suite RH', { approved: true }],
      ['OPERATION', 'MONTHLY', 'it', 'aurelie', 0.25, 'Guest accounts removed', 'Suppression des comptes invités'],
      ['CONTROL', 'SEMESTERLY', 'lab', 'etienne', 1, 'Doors and badges of the laboratory', 'Portes et badges du laboratoire'],
      ['CONTROL', 'QUARTERLY', 'it', 'julien', 0.5, 'Firewall rules, sample of twenty', 'Règles de pare-feu, échantillon de vingt'],
      ['OPERATION', 'WEEKLY', 'it', 'aurelie', 0.25, 'Phishing reports sorted', 'Tri des signalements d’hameçonnage'],
    ]),
  },
  {
    key: 'plants',
    plan: 'plants',
    name: { en: 'Industrial systems', fr: 'Systèmes industriels' },
    perimeters: [],
    tasks: [
      ...plant('gent', 'luc', 'Gent', 'Gand'),
      ...plant('zaragoza', 'marta', 'Zaragoza', 'Saragosse'),
      ...plant('brno', 'tomas', 'Brno', 'Brno'),
      ...plant('katowice', 'tomas', 'Katowice', 'Katowice'),
      ...plant('linz', 'sabine', 'Linz', 'Linz'),
      ...toTasks([
        ['OPERATION', 'SEMESTERLY', 'saint-etienne', 'nadia', 1, 'Stop of the line after an attack rehearsed', 'Exercice d’arrêt cyber de la ligne'],
        ['CONTROL', 'MONTHLY', 'katowice', 'tomas', 0.25, 'Wi-Fi in the hall measured', 'Wi-Fi de la halle mesuré'],
        ['CONTROL', 'QUARTERLY', 'mes', 'tomas', 0.5, 'Recipes compared with their reference', 'Recettes comparées à leur référence', { approved: true }],
        ['OPERATION', 'YEARLY', 'group', 'claire', 2, 'List of industrial suppliers gone through', 'Revue de la liste des intégrateurs'],
      ]),
    ],
  },
]

export const runbooks: readonly Runbook[] = unlabelled.map(labelled)
