import { expect, test } from 'vitest'
import { leastLikeness } from '#areas/policies/contract/linking.ts'
import { chapters, models } from '#areas/policies/server/starter/content.ts'
import { alike } from './likeness.ts'

/** What no weight of its words may get wrong: requirement, and the model that answers it, or none. */
const byHand: Readonly<Record<'en' | 'fr', readonly (readonly [requirement: string, model: string | null])[]>> = {
  en: [
    ['Backup copies are kept offline', 'Offline backups'],
    ['Multi-factor authentication of administrators', 'Multi-factor authentication'],
    ['Management of cryptographic keys', null],
    ['Management of urgent changes', 'Management of changes'],
    ['Logging of security events', 'Central logging of events'],
    ['Physical access to premises is controlled', 'Control of physical access'],
    ['Screening of staff', null],
    ['Vulnerabilities are managed', 'Vulnerability management'],
    ['Suppliers are assessed', 'Assessment of suppliers'],
  ],
  fr: [
    ['Les sauvegardes sont conservées hors ligne', 'Sauvegardes hors ligne'],
    ['Authentification multifacteur des administrateurs', 'Authentification multifacteur'],
    ['Gestion des clés cryptographiques', null],
    ['Gestion des changements urgents', 'Gestion des changements'],
    ['Journalisation des événements de sécurité', 'Journalisation centralisée des événements'],
    ['L’accès physique aux locaux est contrôlé', 'Contrôle des accès physiques'],
    ['Sélection du personnel', null],
    ['Les vulnérabilités sont gérées', 'Gestion des vulnérabilités'],
    ['Les fournisseurs sont évalués', 'Évaluation des fournisseurs'],
  ],
}
const others = {
  en: ['accounts', 'assets', 'contracts', 'incidents', 'projects', 'risks', 'skills'].map((what) => `Management of ${what}`),
  fr: ['actifs', 'comptes', 'compétences', 'contrats', 'incidents', 'projets', 'risques'].map((what) => `Gestion des ${what}`),
}
const plain = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()

async function firstOf(known: readonly string[], asked: readonly string[]): Promise<(string | null)[]> {
  const found: (string | null)[] = []
  for await (const [first] of alike(known.map(plain), asked.map(plain), { least: leastLikeness, most: 1 })) found.push(first ? (known[first.at] ?? null) : null)
  return found
}

test.each(['en', 'fr'] as const)('words that everything holds lead nowhere, those of the matter lead to its model: %s', async (lang) => {
  const pairs = byHand[lang]
  const known = [...new Set([...pairs.flatMap(([, model]) => model ?? []), ...others[lang]])]
  const found = await firstOf(
    known,
    pairs.map(([text]) => text),
  )
  expect(pairs.map(([text], n) => [text, found[n]])).toEqual(pairs)
})

test.each(['en', 'fr'] as const)('what ships is found by its own words, hardly ever wrongly: %s', async (lang) => {
  const requirements = chapters.flatMap((chapter) => chapter.requirements)
  const names = models.map((model) => model[lang][0])
  const found = await firstOf(
    names,
    requirements.map((requirement) => requirement[lang][0]),
  )
  const matches = requirements.flatMap((requirement, n) => {
    const model = models.find((each) => each[lang][0] === found[n])
    return model ? [model.ref in requirement.models] : []
  })
  expect(matches.length).toBeGreaterThanOrEqual(10)
  expect(matches.filter((right) => !right).length).toBeLessThanOrEqual(matches.length / 20)
})
