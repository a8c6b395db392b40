import type { Perimeter } from '#demo/content/types.ts'

/** Providers who have nothing but their record: those of the tree of perimeters that the story knows stand there. */
const place = (key: string, identifier: string, name: string, en: string, fr: string, parent: string, weight: number): Perimeter => ({
  key,
  identifier,
  name: { en: name, fr: name },
  description: { en, fr },
  type: 'PROVIDER',
  parent,
  weight,
})

export const supplierPerimeters: readonly Perimeter[] = [
  place('cirrane', 'CIRRANE', 'Cirrane Cloud', 'Virtual machines and storage on demand.', 'Machines virtuelles et stockage à la demande.', 'it', 40),
  place('datavault', 'DVN', 'DataVault Nord', 'Runs the halls in which others host.', 'Exploite les salles où d’autres hébergent.', 'it', 20),
  place('sentarel', 'SENTAREL', 'Sentarel', 'Collects and searches security logs.', 'Collecte et exploite les journaux de sécurité.', 'it', 40),
  place('lumatel', 'LUMATEL', 'Lumatel', 'Links the sites and gives them the internet.', 'Relie les sites et leur donne accès à Internet.', 'it', 60),
  place('paievia', 'PAIEVIA', 'Paievia', 'Payroll of the French entities.', 'Paie des entités françaises.', 'hr', 60),
  place('medasur', 'MEDASUR', 'Medasur', 'Health at work for all sites in France.', 'Santé au travail pour tous les sites de France.', 'hr', 40),
  place('brivent', 'BRIVENT', 'Cabinet Brivent', 'Advises on contracts and trade marks.', 'Conseil en contrats et marques.', 'head-office', 20),
  place('geolane', 'GEOLANE', 'Geolane', 'Tracks lorries and publishes where they are.', 'Suit les camions et publie leur position.', 'west', 20),
  place(
    'kontrola',
    'KONTROLA',
    'Kontrola Remote',
    'Lends the remote access of automation integrators.',
    'Fournit l’accès à distance des intégrateurs.',
    'central',
    40,
  ),
  place(
    'softia',
    'SOFTIA',
    'Softia',
    'Purchasing and invoices of suppliers, in the cloud.',
    'Achats et factures des prestataires, dans le nuage.',
    'head-office',
    40,
  ),
  place('gardenor', 'GARDENOR', 'Gardénor', 'Guards the sites of the West.', 'Gardienne les sites de l’Ouest.', 'west', 20),
  place('metrolab', 'METROLAB', 'Metrolab Ostrava', 'Calibrates measuring instruments.', 'Étalonne les instruments de mesure.', 'central', 20),
]
