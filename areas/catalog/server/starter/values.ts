import type { ValueModel } from './types.ts'

/** What most organisations live by. Needs: availability, integrity, confidentiality, traceability, 4 being the highest. */
export const values: readonly ValueModel[] = [
  {
    ref: 'BV-01',
    type: 'PROCESS',
    needs: [4, 3, 2, 3],
    en: ['Production', 'Making what is sold, from planning to the last check.'],
    fr: ['Production', 'Fabriquer ce qui se vend, de la planification au dernier contrôle.'],
  },
  {
    ref: 'BV-02',
    type: 'PROCESS',
    needs: [3, 3, 2, 3],
    en: ['Sales and orders', 'From the offer to the confirmed order.'],
    fr: ['Ventes et commandes', 'De l’offre à la commande confirmée.'],
  },
  {
    ref: 'BV-03',
    type: 'PROCESS',
    needs: [3, 3, 2, 2],
    en: ['Purchasing and logistics', 'Having the right goods in the right place at the right time.'],
    fr: ['Achats et logistique', 'Avoir les bonnes marchandises au bon endroit au bon moment.'],
  },
  {
    ref: 'BV-04',
    type: 'PROCESS',
    needs: [3, 2, 2, 2],
    en: ['Customer service', 'Answering, repairing and keeping promises after the sale.'],
    fr: ['Service client', 'Répondre, dépanner et tenir ses promesses après la vente.'],
  },
  {
    ref: 'BV-05',
    type: 'PROCESS',
    needs: [2, 4, 3, 4],
    en: ['Payments and accounting', 'Paying, being paid and telling the figures truly.'],
    fr: ['Paiements et comptabilité', 'Payer, être payé et donner des chiffres justes.'],
  },
  {
    ref: 'BV-06',
    type: 'PROCESS',
    needs: [3, 3, 3, 3],
    en: ['Payroll', 'Paying staff right and on the day.'],
    fr: ['Paie', 'Payer le personnel juste et au jour dit.'],
  },
  {
    ref: 'BV-07',
    type: 'PROCESS',
    needs: [2, 3, 4, 3],
    en: ['Research and design', 'Thinking up what will be sold tomorrow.'],
    fr: ['Recherche et conception', 'Imaginer ce qui se vendra demain.'],
  },
  {
    ref: 'BV-08',
    type: 'PROCESS',
    needs: [2, 3, 2, 4],
    en: ['Reports to authorities', 'Telling the state and regulators what the law asks for, in time.'],
    fr: ['Déclarations réglementaires', 'Remettre à temps à l’État et aux régulateurs ce que la loi exige.'],
  },
  {
    ref: 'BV-09',
    type: 'INFORMATION',
    needs: [2, 3, 4, 3],
    en: ['Personal data of customers', 'Who they are, what they buy, how they are reached.'],
    fr: ['Données personnelles des clients', 'Qui ils sont, ce qu’ils achètent, comment les joindre.'],
  },
  {
    ref: 'BV-10',
    type: 'INFORMATION',
    needs: [1, 3, 4, 3],
    en: ['Staff files', 'Contracts, pay, appraisals, health at work.'],
    fr: ['Dossiers du personnel', 'Contrats, rémunérations, évaluations, santé au travail.'],
  },
  {
    ref: 'BV-11',
    type: 'INFORMATION',
    needs: [2, 3, 4, 2],
    en: ['Know-how and plans', 'Recipes, drawings and source code that competitors would like to have.'],
    fr: ['Savoir-faire et plans', 'Recettes, dessins et code source que la concurrence aimerait avoir.'],
  },
  {
    ref: 'BV-12',
    type: 'INFORMATION',
    needs: [2, 3, 4, 3],
    en: ['Contracts and strategy', 'Prices, negotiations, acquisitions and what the board decides.'],
    fr: ['Contrats et stratégie', 'Prix, négociations, acquisitions et décisions de la direction.'],
  },
]
