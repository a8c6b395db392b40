import type { Definition } from '#areas/connectors/server/adapters/adapter.ts'
import { microsoftFields } from '#areas/connectors/server/adapters/microsoft.ts'
import { severityParameter } from '#areas/connectors/server/adapters/severity.ts'

const edr = ['ES-20', 'Detection and response on devices (EDR)', 'Détection et réponse sur les postes (EDR)']

/** Microsoft Defender for Endpoint, as of its reference of 2026: machines, exposureScore, machines/SoftwareVulnerabilitiesByMachine. */
export const definition = {
  identifier: 'MSDEFENDER',
  kind: 'VULNERABILITY',
  mark: 'MD',
  name: { en: 'Microsoft Defender for Endpoint', fr: 'Microsoft Defender for Endpoint' },
  description: {
    en: 'Vulnerabilities of software by device, the exposure score, and devices whose protection no longer tells anything.',
    fr: 'Les vulnérabilités des logiciels par appareil, le score d’exposition et les appareils dont la protection ne dit plus rien.',
  },
  api: 'Microsoft Defender for Endpoint API 1.0',
  fields: microsoftFields('https://api.security.microsoft.com'),
  reads: [
    {
      what: { en: 'Vulnerabilities of software by device (Vulnerability.Read.All)', fr: 'Vulnérabilités des logiciels par appareil (Vulnerability.Read.All)' },
      why: { en: 'To handle them as gaps and to measure patching', fr: 'Pour les traiter comme des écarts et mesurer l’application des correctifs' },
    },
    {
      what: { en: 'Exposure score (Score.Read.All)', fr: 'Score d’exposition (Score.Read.All)' },
      why: { en: 'To follow it over time', fr: 'Pour en suivre l’évolution' },
    },
    {
      what: { en: 'Devices and their health (Machine.Read.All)', fr: 'Appareils et leur état (Machine.Read.All)' },
      why: { en: 'To count devices without protection', fr: 'Pour compter les appareils sans protection' },
    },
  ],
  never: { en: 'No files, no alerts, nobody who is signed in on a device.', fr: 'Ni fichiers, ni alertes, ni personnes connectées à un appareil.' },
  produces: ['metrics', 'issues'],
  metrics: [
    {
      key: 'device_vulnerabilities',
      name: { en: 'Vulnerabilities of devices', fr: 'Vulnérabilités des appareils' },
      description: {
        en: 'Each vulnerability of each software on each device, of one severity or of all.',
        fr: 'Chaque vulnérabilité de chaque logiciel sur chaque appareil, d’une gravité ou de toutes.',
      },
      unit: 'NUMBER',
      better: 'LOWER',
      measures: ['ES-19', 'Patching within agreed deadlines', 'Correctifs dans les délais convenus'],
      right: 'Vulnerability.Read.All',
      parameters: [severityParameter],
    },
    {
      key: 'exposure_score',
      name: { en: 'Exposure score', fr: 'Score d’exposition' },
      description: { en: 'From 0 to 100; less is better.', fr: 'De 0 à 100 ; moins vaut mieux.' },
      unit: 'NUMBER',
      better: 'LOWER',
      measures: ['ES-19', 'ES-25', 'Scan of what is exposed'],
      right: 'Score.Read.All',
    },
    {
      key: 'healthy_devices',
      name: { en: 'Devices whose protection works', fr: 'Appareils dont la protection fonctionne' },
      description: { en: 'Share of the onboarded devices whose sensor is active.', fr: 'Part des appareils intégrés dont le capteur est actif.' },
      unit: 'PERCENT',
      better: 'HIGHER',
      measures: edr,
      right: 'Machine.Read.All',
    },
    {
      key: 'silent_devices',
      name: { en: 'Devices whose protection is silent', fr: 'Appareils dont la protection est muette' },
      description: {
        en: 'Onboarded devices whose sensor is inactive, impaired or sends no data.',
        fr: 'Appareils intégrés dont le capteur est inactif, gêné ou sans données.',
      },
      unit: 'NUMBER',
      better: 'LOWER',
      measures: edr,
      right: 'Machine.Read.All',
    },
  ],
  needsWorker: false,
} as const satisfies Definition
