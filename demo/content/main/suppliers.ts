import type { Supplier } from '#demo/content/supplier-types.ts'
import type { Text } from '#demo/content/types.ts'
import { suppliersOfPlants } from './suppliers-of-plants.ts'

const t = (en: string, fr: string): Text => ({ en, fr })

/**
 * The fourteen suppliers of the group that a campaign asks, and two whose evaluation is late: three ranks of them host, one certificate is over and two end soon, a contract ends within
 * weeks, and the time to give notice to the host runs out.
 */
export const suppliers: readonly Supplier[] = [
  {
    perimeter: 'host',
    manager: 'nadia',
    company: {
      country: 'FR',
      headquarters: 'Roubaix',
      website: 'https://altacolo.example',
      code_type: 'EUID',
      code: 'FR5910.123456824',
      corporate_group: 'Altacolo Groupe',
    },
    answers: { STOP: 'HOURS', REPLACE: 'YEAR', PRODUCE: 'Y', SECRET: 'CONF', PERSO: 'MANY', REMOTE: 'ADMIN', INSTALL: 'N', LAW: 'Y' },
    evaluated: -212,
    contacts: [
      { name: 'Maud Ferrand', role: 'COMMERCIAL', email: 'maud.ferrand@altacolo.example', phone: '+33 3 20 00 10 10' },
      { name: t('Security on call', 'Astreinte sécurité'), role: 'CRISIS', email: 'soc@altacolo.example', phone: '+33 3 20 00 10 99' },
    ],
    services: [
      {
        key: 'hosting',
        name: t('Hosting of servers and of the ERP', 'Hébergement des serveurs et de l’ERP'),
        fields: {
          ict_type: 'S07',
          function_name: t('Orders and invoicing', 'Commandes et facturation'),
          function_critical: 'YES',
          function_reason: t('No order leaves without the ERP', 'Sans ERP, aucune commande ne part'),
          function_impact: 'HIGH',
          rto: 8,
          rpo: 4,
          reliance: 'FULL',
          data_categories: ['CUSTOMERS', 'EMPLOYEES', 'FINANCIAL'],
          sensitivity: 'HIGH',
          personal_data: true,
          stores_data: true,
          provision_country: 'FR',
          storage_country: 'FR',
          processing_country: 'FR',
          substitutability: 'HIGHLY_COMPLEX',
          substitution_reason: 'MIGRATION',
          exit_plan: 'YES',
          reintegration: 'DIFFICULT',
        },
        exitPlan: -320,
      },
      {
        key: 'backup',
        name: t('Back-ups on another site', 'Sauvegardes sur un autre site'),
        fields: {
          ict_type: 'S09',
          function_name: t('Orders and invoicing', 'Commandes et facturation'),
          data_categories: ['CUSTOMERS', 'FINANCIAL'],
          sensitivity: 'HIGH',
          stores_data: true,
          storage_country: 'FR',
        },
      },
    ],
    contracts: [
      {
        name: t('Hosting agreement', 'Contrat d’hébergement'),
        covers: ['hosting', 'backup'],
        start: -885,
        end: 204,
        fields: {
          renewal: 'TACIT',
          notice_days: 180,
          supplier_notice_days: 180,
          governing_country: 'FR',
          annual_cost: 486_000,
          currency: 'EUR',
          signatory: 'Claire Vasseur',
        },
      },
    ],
    certificates: [
      { kind: 'ISO_27001', name: t('Altacolo: ISO/IEC 27001 certificate', 'Altacolo : certificat ISO/IEC 27001'), until: 22, scope: 'Roubaix, Lille' },
    ],
    subcontractors: [
      { of: 'cirrane', service: 'backup', task: t('Storage of back-ups', 'Stockage des sauvegardes') },
      { of: 'datavault', service: 'hosting', task: t('Halls and power', 'Salles et énergie') },
    ],
  },
  {
    perimeter: 'mssp',
    manager: 'nadia',
    company: { country: 'FR', headquarters: 'Lille', code_type: 'VAT', code: 'FR55987654321' },
    answers: { STOP: 'DAYS', REPLACE: 'YEAR', PRODUCE: 'N', SECRET: 'CONF', PERSO: 'SOME', REMOTE: 'ADMIN', INSTALL: 'Y', LAW: 'Y' },
    evaluated: -160,
    contacts: [{ name: t('Watch room', 'Salle de veille'), role: 'SECURITY', email: 'veille@vigilant-nord.example', phone: '+33 3 28 00 40 40' }],
    services: [
      {
        key: 'watch',
        name: t('Monitoring day and night', 'Supervision jour et nuit'),
        fields: {
          ict_type: 'S04',
          function_name: t('Detection and response', 'Détection et réponse'),
          function_critical: 'YES',
          sensitivity: 'HIGH',
          data_categories: ['LOGS', 'CREDENTIALS'],
          provision_country: 'FR',
          reliance: 'MATERIAL',
        },
      },
    ],
    contracts: [
      {
        name: t('Monitoring service', 'Prestation de supervision'),
        covers: ['watch'],
        start: -420,
        end: 310,
        fields: { renewal: 'EXPRESS', notice_days: 90, annual_cost: 214_000, currency: 'EUR', governing_country: 'FR' },
      },
    ],
    certificates: [
      {
        kind: 'ISO_27001',
        name: t('Vigilant Nord: ISO/IEC 27001 certificate', 'Vigilant Nord : certificat ISO/IEC 27001'),
        until: -12,
        scope: 'Lille',
      },
    ],
    subcontractors: [{ of: 'sentarel', service: 'watch', task: t('Search of the logs', 'Exploitation des journaux') }],
  },
  {
    perimeter: 'sentarel',
    manager: 'nadia',
    company: { country: 'IE', headquarters: 'Cork', corporate_group: 'Sentarel Ltd' },
    answers: null,
    criticality: 'HIGH',
    evaluated: -240,
    contacts: [],
    services: [
      {
        key: 'siem',
        name: t('Log platform', 'Plate-forme de journaux'),
        fields: { ict_type: 'S19', sensitivity: 'MEDIUM', data_categories: ['LOGS'], stores_data: true, storage_country: 'IE' },
      },
    ],
    contracts: [],
    certificates: [],
    subcontractors: [{ of: 'cirrane', task: t('Servers', 'Serveurs') }],
  },
  {
    perimeter: 'cirrane',
    manager: 'nadia',
    company: { country: 'DE', headquarters: 'Frankfurt am Main', corporate_group: 'Cirrane Holding' },
    answers: null,
    criticality: 'HIGH',
    evaluated: -400,
    contacts: [],
    services: [],
    contracts: [],
    certificates: [],
    subcontractors: [{ of: 'datavault', task: t('Halls in Lille', 'Salles à Lille') }],
  },
  {
    perimeter: 'datavault',
    manager: null,
    company: { country: 'FR', headquarters: 'Lille' },
    answers: null,
    criticality: 'MEDIUM',
    evaluated: -200,
    contacts: [],
    services: [],
    contracts: [],
    certificates: [],
    subcontractors: [],
  },
  {
    perimeter: 'lumatel',
    manager: 'nadia',
    company: { country: 'FR', headquarters: 'Lyon' },
    answers: { STOP: 'HOURS', REPLACE: 'YEAR', PRODUCE: 'Y', SECRET: 'NONE', PERSO: 'N', REMOTE: 'N', INSTALL: 'Y', LAW: 'N' },
    evaluated: -320,
    contacts: [],
    services: [
      {
        key: 'links',
        name: t('Links between the sites', 'Liaisons entre les sites'),
        fields: { ict_type: 'S10', function_name: 'Production', function_critical: 'YES' },
      },
    ],
    contracts: [
      {
        name: t('Network of the sites', 'Réseau des sites'),
        covers: ['links'],
        start: -610,
        end: 485,
        fields: { renewal: 'TACIT', notice_days: 120, annual_cost: 158_000, currency: 'EUR' },
      },
    ],
    certificates: [],
    subcontractors: [],
  },
  {
    perimeter: 'paievia',
    manager: 'sabine',
    company: { country: 'FR', headquarters: 'Nantes' },
    answers: { STOP: 'DAYS', REPLACE: 'YEAR', PRODUCE: 'N', SECRET: 'CONF', PERSO: 'MANY', REMOTE: 'N', INSTALL: 'N', LAW: 'Y' },
    evaluated: -95,
    contacts: [{ name: 'Hugues Lemoine', role: 'PRIVACY', email: 'dpo@paievia.example', phone: null }],
    services: [
      {
        key: 'payroll',
        name: t('Payroll', 'Paie'),
        fields: {
          ict_type: 'S19',
          function_name: t('Payroll', 'Paie'),
          data_categories: ['EMPLOYEES', 'FINANCIAL'],
          sensitivity: 'HIGH',
          personal_data: true,
          stores_data: true,
          storage_country: 'FR',
          processing_country: 'FR',
        },
      },
    ],
    contracts: [
      {
        name: t('Payroll agreement', 'Contrat de paie'),
        covers: ['payroll'],
        start: -730,
        end: 365,
        fields: { renewal: 'TACIT', notice_days: 90, annual_cost: 92_000, currency: 'EUR' },
      },
    ],
    certificates: [{ kind: 'SOC_2', name: t('Paievia: SOC 2 report', 'Paievia : rapport SOC 2'), until: 41, scope: 'Type II' }],
    subcontractors: [{ of: 'cirrane', service: 'payroll', task: t('Hosting', 'Hébergement') }],
  },
  {
    perimeter: 'medasur',
    manager: 'sabine',
    company: { country: 'FR', headquarters: 'Villeurbanne' },
    answers: { STOP: 'WEEKS', REPLACE: 'YEAR', PRODUCE: 'N', SECRET: 'SECR', PERSO: 'MANY', REMOTE: 'N', INSTALL: 'N', LAW: 'Y' },
    evaluated: -420,
    contacts: [],
    services: [
      {
        key: 'health',
        name: t('Health at work', 'Santé au travail'),
        fields: { data_categories: ['EMPLOYEES', 'HEALTH'], sensitivity: 'HIGH', personal_data: true, stores_data: true, storage_country: 'FR' },
      },
    ],
    contracts: [{ name: t('Membership', 'Adhésion'), covers: ['health'], start: -1000, end: null, fields: { annual_cost: 61_000, currency: 'EUR' } }],
    certificates: [{ kind: 'HDS', name: t('Medasur: health data hosting certificate', 'Medasur : certificat HDS'), until: 290, scope: null }],
    subcontractors: [],
  },
  ...suppliersOfPlants,
]
