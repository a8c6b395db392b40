import type { Asset, Assets, Value } from '#demo/content/asset-types.ts'
import type { Text } from '#demo/content/types.ts'

const t = (en: string, fr: string): Text => ({ en, fr })

/** Needs in the order in which they are read: availability, integrity, confidentiality, traceability; 0: nobody has said. */
const value = (
  key: string,
  type: Value['type'],
  name: Text,
  description: Text,
  owner: string,
  perimeters: readonly string[],
  [availability = 0, integrity = 0, confidentiality = 0, traceability = 0]: readonly number[],
): Value => ({
  key,
  type,
  name,
  description,
  owner,
  perimeters,
  needs: {
    ...(availability && { availability }),
    ...(integrity && { integrity }),
    ...(confidentiality && { confidentiality }),
    ...(traceability && { traceability }),
  },
})

const values: readonly Value[] = [
  value(
    'pouring',
    'PROCESS',
    t('Pour and machine castings', 'Couler et usiner les pièces'),
    t(
      'A furnace that goes cold is lost: an hour without control costs a campaign.',
      'Un four qui refroidit est perdu : une heure sans pilotage coûte une campagne.',
    ),
    'etienne',
    ['saint-etienne'],
    [4, 4, 2, 2],
  ),
  value(
    'assembly',
    'PROCESS',
    t('Assemble pumps and valves', 'Assembler pompes et vannes'),
    t('Four plants work to orders that are promised by the week.', 'Quatre usines travaillent sur des commandes promises à la semaine.'),
    'tomas',
    ['gent', 'zaragoza', 'brno', 'linz'],
    [3, 3, 1, 2],
  ),
  value(
    'coating',
    'PROCESS',
    t('Coat filters', 'Revêtir les filtres'),
    t('A bath that drifts ruins a month of filters.', 'Un bain qui dérive gâte un mois de filtres.'),
    'milan',
    ['katowice'],
    [3, 4, 2, 2],
  ),
  value(
    'orders',
    'PROCESS',
    t('Take orders of customers', 'Prendre les commandes des clients'),
    t('Eleven hundred customers order spare parts at any hour.', 'Onze cents clients commandent des pièces de rechange à toute heure.'),
    'nadia',
    ['head-office'],
    [3, 3, 2, 3],
  ),
  value(
    'deliveries',
    'PROCESS',
    t('Deliver on the promised day', 'Livrer au jour promis'),
    t('Late deliveries are billed to the group.', 'Les retards de livraison sont facturés au groupe.'),
    'marta',
    ['west'],
    [3, 2, 1, 2],
  ),
  value(
    'payments',
    'PROCESS',
    t('Pay suppliers and be paid', 'Payer les fournisseurs et encaisser'),
    t('A changed bank account is a fraud that nobody gets back.', 'Un compte bancaire changé est une fraude que personne ne récupère.'),
    'claire',
    [],
    [2, 4, 3, 4],
  ),
  value(
    'payroll',
    'PROCESS',
    t('Pay the staff', 'Payer les salariés'),
    t('2,100 people are paid on the 27th of each month.', '2 100 personnes sont payées le 27 de chaque mois.'),
    'aurelie',
    ['hr'],
    [3, 3, 3, 2],
  ),
  value(
    'close',
    'PROCESS',
    t('Close the accounts', 'Clôturer les comptes'),
    t('The consolidated accounts are due five days after the month.', 'Les comptes consolidés sont dus cinq jours après le mois.'),
    'claire',
    ['head-office'],
    [2, 4, 3, 3],
  ),
  value(
    'watch',
    'PROCESS',
    t('Watch and maintain connected pumps', 'Surveiller et maintenir les pompes connectées'),
    t('Water companies are told of a failure before it happens.', 'Les régies d’eau sont prévenues d’une panne avant qu’elle arrive.'),
    'nadia',
    ['lab'],
    [3, 4, 2, 3],
  ),
  value(
    'designs',
    'INFORMATION',
    t('Drawings and recipes', 'Plans et recettes'),
    t('Hydraulic shapes and alloys that competitors would like to have.', 'Des formes hydrauliques et des alliages que les concurrents aimeraient avoir.'),
    'luc',
    ['lab', 'saint-etienne'],
    [2, 3, 4, 2],
  ),
  value(
    'files',
    'INFORMATION',
    t('Files of employees', 'Dossiers des salariés'),
    t('Contracts, health at work, sanctions.', 'Contrats, santé au travail, sanctions.'),
    'aurelie',
    ['hr'],
    [1, 3, 4, 3],
  ),
  value(
    'prices',
    'INFORMATION',
    t('Prices and offers', 'Tarifs et offres'),
    t('Discounts that are agreed with each customer.', 'Les remises convenues avec chaque client.'),
    'paola',
    ['head-office', 'italia'],
    [2, 3, 3, 1],
  ),
  value(
    'tests',
    'INFORMATION',
    t('Test certificates of pumps', 'Certificats d’essai des pompes'),
    t('Customers of the nuclear and water industries keep them for thirty years.', 'Les clients du nucléaire et de l’eau les gardent trente ans.'),
    'sabine',
    ['linz', 'deutschland'],
    [1, 4, 1, 4],
  ),
  value(
    'merger',
    'INFORMATION',
    t('Acquisition plans', 'Projets d’acquisition'),
    t('Known to nine people until they are announced.', 'Connus de neuf personnes jusqu’à leur annonce.'),
    'claire',
    ['head-office'],
    [1, 2, 4, 2],
  ),
]

const asset = (
  key: string,
  type: Asset['type'],
  name: Text,
  perimeter: string,
  on: readonly string[] = [],
  carries: readonly string[] = [],
  rest: Pick<Asset, 'owner' | 'release'> = {},
): Asset => ({ key, type, name, perimeter, on, carries, ...rest })

const assets: readonly Asset[] = [
  // Sites and what they give.
  asset('hall-roubaix', 'SITE', t('Data centre Roubaix 2', 'Centre de données Roubaix 2'), 'datavault'),
  asset('hall-lyon', 'SITE', t('Computer room, Lyon', 'Salle informatique, Lyon'), 'head-office', [], [], { owner: 'julien' }),
  asset('foundry', 'SITE', t('Foundry hall, Saint-Étienne', 'Halle de fonderie, Saint-Étienne'), 'saint-etienne', [], ['pouring'], { owner: 'etienne' }),
  asset('plant-brno', 'SITE', t('Assembly hall, Brno', 'Hall d’assemblage, Brno'), 'brno', [], ['assembly'], { owner: 'milan' }),
  asset('plant-katowice', 'SITE', t('Coating hall, Katowice', 'Atelier de revêtement, Katowice'), 'katowice', [], ['coating']),
  asset('lab-benches', 'SITE', t('Test benches, Grenoble', 'Bancs d’essai, Grenoble'), 'lab', [], ['designs']),
  // Whoever provides.
  asset('altacolo', 'PROVIDER', t('Altacolo, hosting', 'Altacolo, hébergement'), 'host', ['hall-roubaix'], [], { owner: 'julien' }),
  asset('cirrane', 'PROVIDER', t('Cirrane Cloud, machines on demand', 'Cirrane Cloud, machines à la demande'), 'cirrane'),
  asset('lumatel', 'PROVIDER', t('Lumatel, lines between sites', 'Lumatel, liaisons entre sites'), 'lumatel', [], [], { owner: 'julien' }),
  asset('vigilant', 'PROVIDER', t('Vigilant Nord, watch day and night', 'Vigilant Nord, veille jour et nuit'), 'mssp'),
  asset('paievia', 'PROVIDER', t('Paievia, payroll bureau', 'Paievia, gestion de la paie'), 'paievia', [], ['payroll']),
  asset('kontrola', 'PROVIDER', t('Kontrola Remote, maintenance from afar', 'Kontrola Remote, télémaintenance'), 'kontrola', ['lumatel']),
  // Networks.
  asset('wan', 'NETWORK', t('Network between sites', 'Réseau entre sites'), 'it', ['lumatel'], [], { owner: 'julien' }),
  asset('lan-lyon', 'NETWORK', t('Office network, Lyon', 'Réseau bureautique, Lyon'), 'head-office', ['hall-lyon'], [], { owner: 'julien' }),
  asset('ot-ste', 'NETWORK', t('Industrial network, Saint-Étienne', 'Réseau industriel, Saint-Étienne'), 'saint-etienne', ['foundry'], [], {
    owner: 'etienne',
  }),
  asset('ot-brno', 'NETWORK', t('Industrial network, Brno', 'Réseau industriel, Brno'), 'brno', ['plant-brno'], [], { owner: 'milan' }),
  asset('ot-katowice', 'NETWORK', t('Industrial network, Katowice', 'Réseau industriel, Katowice'), 'katowice', ['plant-katowice']),
  asset('vpn', 'NETWORK', t('Remote access', 'Accès à distance'), 'it', ['wan', 'hall-lyon'], [], { owner: 'julien' }),
  asset('cellular', 'NETWORK', t('Mobile link of connected pumps', 'Liaison mobile des pompes connectées'), 'lab', ['lumatel'], ['watch']),
  // Machines.
  asset('san', 'HARDWARE', t('Storage array', 'Baie de stockage'), 'host', ['altacolo'], [], { owner: 'julien' }),
  asset('hosts', 'HARDWARE', t('Virtualisation cluster', 'Grappe de virtualisation'), 'host', ['altacolo', 'san', 'wan'], [], { owner: 'julien' }),
  asset('vault', 'HARDWARE', t('Back-up vault', 'Coffre de sauvegarde'), 'host', ['altacolo'], [], { owner: 'nadia' }),
  asset('plc-furnace', 'HARDWARE', t('Controllers of the furnaces', 'Automates des fours'), 'saint-etienne', ['ot-ste'], ['pouring'], { owner: 'etienne' }),
  asset('plc-line', 'HARDWARE', t('Controllers of assembly line 3', 'Automates de la ligne d’assemblage 3'), 'brno', ['ot-brno'], ['assembly'], {
    owner: 'milan',
  }),
  asset('plc-bath', 'HARDWARE', t('Controllers of the baths', 'Automates des bains'), 'katowice', ['ot-katowice'], ['coating']),
  asset('bench', 'HARDWARE', t('Endurance bench, Linz', 'Banc d’endurance, Linz'), 'linz', ['wan'], ['tests'], { owner: 'sabine' }),
  asset('gateways', 'HARDWARE', t('Gateways in pumps', 'Passerelles des pompes'), 'lab', ['cellular'], ['watch']),
  asset('laptops', 'HARDWARE', t('Laptops of managers', 'Portables des dirigeants'), 'head-office', ['vpn'], ['merger']),
  // Programs. Directory and single sign-on stand on each other: the story’s loop is closed below.
  asset('directory', 'SOFTWARE', t('Directory', 'Annuaire'), 'it', ['hosts'], [], { owner: 'julien', release: '2025' }),
  asset('sso', 'SOFTWARE', t('Single sign-on', 'Authentification unique'), 'it', ['directory', 'cirrane'], [], { owner: 'julien', release: '26.1' }),
  asset('mail', 'SOFTWARE', t('Mail and shared files', 'Messagerie et fichiers partagés'), 'it', ['cirrane', 'sso'], ['prices', 'merger']),
  asset('erp-db', 'SOFTWARE', t('Database of Orion', 'Base de données d’Orion'), 'erp', ['hosts', 'vault'], [], { owner: 'nadia', release: '19c' }),
  asset('erp-app', 'SOFTWARE', t('Orion, finance and purchasing', 'Orion, finance et achats'), 'erp', ['erp-db', 'sso'], ['payments', 'close'], {
    owner: 'nadia',
    release: '8.4',
  }),
  asset('erp-stock', 'SOFTWARE', t('Orion, orders and stocks', 'Orion, commandes et stocks'), 'erp', ['erp-db', 'sso'], ['orders', 'deliveries'], {
    owner: 'nadia',
    release: '8.4',
  }),
  asset('bank', 'SOFTWARE', t('Link to the banks', 'Liaison avec les banques'), 'erp', ['erp-app', 'vpn'], ['payments']),
  asset('portal-web', 'SOFTWARE', t('Order portal', 'Portail de commande'), 'portal', ['cirrane', 'erp-stock', 'sso'], ['orders'], {
    owner: 'nadia',
    release: '5.2',
  }),
  asset('hr-app', 'SOFTWARE', t('HR and payroll suite', 'Suite RH et paie'), 'hr-suite', ['paievia', 'sso'], ['payroll', 'files'], { owner: 'aurelie' }),
  asset('mes-app', 'SOFTWARE', t('Production tracking', 'Suivi de production'), 'mes', ['hosts', 'ot-brno', 'erp-stock'], ['assembly'], {
    owner: 'tomas',
    release: '11',
  }),
  asset('scada', 'SOFTWARE', t('Furnace control room', 'Supervision des fours'), 'saint-etienne', ['plc-furnace', 'ot-ste'], ['pouring'], {
    owner: 'etienne',
    release: '7.5',
  }),
  asset('scada-brno', 'SOFTWARE', t('Line control room, Brno', 'Supervision des lignes, Brno'), 'ics', ['plc-line', 'kontrola'], ['assembly'], {
    owner: 'milan',
    release: '7.1',
  }),
  asset('cad', 'SOFTWARE', t('Computer-aided design', 'Conception assistée par ordinateur'), 'lab', ['lan-lyon', 'directory', 'vault'], ['designs'], {
    owner: 'luc',
    release: '2026',
  }),
  asset('cloud-watch', 'SOFTWARE', t('Platform of connected pumps', 'Plateforme des pompes connectées'), 'lab', ['cirrane', 'gateways'], ['watch'], {
    release: '3.8',
  }),
  asset('transport', 'SOFTWARE', t('Transport planning', 'Planification des transports'), 'logistics', ['erp-stock', 'wan'], ['deliveries'], {
    owner: 'marta',
  }),
  // People.
  asset('furnace-crew', 'PEOPLE', t('Furnace crews', 'Équipes des fours'), 'saint-etienne', [], ['pouring'], { owner: 'etienne' }),
  asset('admins', 'PEOPLE', t('System administrators', 'Administrateurs système'), 'it', ['vpn', 'sso'], [], { owner: 'claire' }),
  asset('buyers', 'PEOPLE', t('Treasury and buyers', 'Trésorerie et acheteurs'), 'head-office', ['mail'], ['payments']),
]

/** Fourteen values and the forty-six assets that carry them: the directory and the single sign-on cannot do without one another. */
export const assetsOfGroup: Assets = { values, assets, loops: [{ asset: 'directory', on: 'sso' }] }
