import type { Solution } from '#demo/content/types.ts'

/** Measure models: industrial systems. */
export const industrialSolutions: readonly Solution[] = [
  {
    key: 'plant-inventory',
    category: 'industrial',
    name: { en: 'Inventory of controllers and connected machines', fr: 'Inventaire des automates et machines connectées' },
    description: {
      en: 'Model, firmware, network address, supplier and owner of three thousand pieces of equipment.',
      fr: 'Modèle, micrologiciel, adresse réseau, fournisseur et responsable de trois mille équipements.',
    },
    yearlyCost: 18,
    buildDays: 40,
    yearlyDays: 20,
    answers: { iso: { 'A.5.9': 40 }, house: { 'SYS.1': 50 } },
  },
  {
    key: 'controller-backup',
    category: 'industrial',
    name: { en: 'Versioned back-up of controller programs', fr: 'Sauvegarde versionnée des programmes d’automates' },
    description: {
      en: 'Programs are compared every week with what runs; a difference is explained or undone.',
      fr: 'Les programmes sont comparés chaque semaine à ce qui tourne ; une différence s’explique ou s’annule.',
    },
    yearlyCost: 13,
    buildDays: 25,
    yearlyDays: 14,
    answers: { house: { 'IND.1': 100 } },
  },
  {
    key: 'controller-keys',
    category: 'industrial',
    name: { en: 'Key-switch rules for controllers', fr: 'Règles de clé de mode des automates' },
    description: {
      en: 'Keys in a cabinet, lent by the shift leader, mode changes recorded.',
      fr: 'Clés en armoire, prêtées par le chef d’équipe, changements de mode consignés.',
    },
    yearlyCost: 1,
    buildDays: 6,
    yearlyDays: 4,
    answers: { house: { 'IND.2': 100 } },
  },
  {
    key: 'legacy-isolation',
    category: 'industrial',
    name: { en: 'Isolation cells for obsolete equipment', fr: 'Cellules d’isolement des équipements obsolètes' },
    description: {
      en: 'Each obsolete machine sits behind its own filter, with only the flows it needs.',
      fr: 'Chaque machine obsolète est derrière son propre filtre, avec ses seuls flux utiles.',
    },
    yearlyCost: 24,
    buildDays: 35,
    yearlyDays: 8,
    answers: { house: { 'IND.3': 60 } },
  },
  {
    key: 'safety-separation',
    category: 'industrial',
    name: { en: 'Safety controllers kept off the plant network', fr: 'Automates de sûreté hors du réseau d’usine' },
    description: {
      en: 'Wired signals only; configuration from a laptop kept in the safety cabinet.',
      fr: 'Signaux câblés uniquement ; configuration par un portable conservé dans l’armoire de sûreté.',
    },
    yearlyCost: 20,
    buildDays: 50,
    yearlyDays: 6,
    answers: { house: { 'IND.4': 100 } },
  },
  {
    key: 'plant-change',
    category: 'industrial',
    name: { en: 'Change sheet for control systems', fr: 'Fiche de changement des systèmes de conduite' },
    description: {
      en: 'Production, automation and IT sign before; the program is saved before and after.',
      fr: 'Production, automatisme et informatique signent avant ; le programme est sauvegardé avant et après.',
    },
    yearlyCost: 3,
    buildDays: 12,
    yearlyDays: 26,
    answers: { house: { 'IND.5': 70 } },
  },
]
