import { join } from 'node:path'
import type { Plugin } from 'vite'
import { pagesOf, placesByUse, reached, type Graph, type Imports } from './by-use.ts'

const framed = ['app/web/pages.tsx', 'kit/web/resource/list-page.tsx']
const entry = ['app/web/main.tsx']
/** The lists that most people open first, and whose parts the other lists of work share. */
const worked = ['areas/actions/web/action-list.tsx', 'areas/actions/web/actions-page.tsx', 'areas/actions/web/plans-page.tsx']
/** What an object that is opened from a list is shown in. */
const panel = ['record-panel', 'entity-form', 'decision-view', 'follow-button', 'mention-box'].map((name) => `kit/web/resource/${name}.tsx`)
/** Pages without the shell. */
const beforeSignIn = ['app/web/login/login-page.tsx', 'app/web/first-run/first-run-page.tsx']

/** Parts of the entry's libraries that only some pages use, though the libraries' own index names them all. */
const forSomePages = /@tanstack\/.*\/(?:queriesObserver|useQueries|useInfiniteQuery|infiniteQueryObserver|useBlocker)\.js$/

/** What every page behind the sign-in reads: one file a language, with the pages' titles from every area's catalogue. */
const wordsEverywhere = /\/(?:kit\/locales|app\/locales|app\/web\/titles|areas\/[\w-]+\/locales(?=\/\w+\.ts\?titles$))\/(en|fr)\.ts(?:\?titles)?$/

/** Words of areas whose pages ask for each other's. */
const together = [
  { name: 'work', areas: /\/areas\/(?:people|organisation|actions|measures|catalog|scales)\/locales\/(en|fr)\.ts$/ },
  { name: 'scores', areas: /\/areas\/(?:scores|dashboards)\/locales\/(en|fr)\.ts$/ },
  { name: 'registers', areas: /\/areas\/(?:incidents|exemptions|gaps|risks)\/locales\/(en|fr)\.ts$/ },
]

/** Mantine's own index names all of it, and by it what it floats with; the frame needs nothing of it. */
const theirs = /node_modules\/@(?:floating-ui|mantine)\//

/** What objects are, of every area: small, and read by many pages together; but those that check with schemas in the browser. */
const contracts = /\/areas\/(?!questionnaires\/|tenancy\/|scores\/|policies\/)[\w-]+\/contract\//
/** What areas lend to others besides, where it is small. */
const small = /^shared(?:-(?!scores|policies|questionnaires|tenancy|measures|projects)[a-z]+)?$/

/** Letters of source of a module that comes with what many pages read. */
const short = 1500
const areas = /\/areas\//

/** What forms are checked with; contracts name it in many places (pure-contracts.ts). */
const schemas = /\/(?:node_modules\/zod\/|kit\/contract\/schema\.ts$)/
/** What figures are drawn with. */
const drawn = /\/(?:kit\/web\/charts\/|node_modules\/d3-)/
/** What rows and cards are dragged with. */
const dragged = /node_modules\/(?:@atlaskit|bind-event-listener|raf-schd)\//

const icon = /\/lucide-react\/dist\/esm\/icons\//
/** Its index names every icon: which of them somebody imports only their own words tell. */
const iconIndex = /\/lucide-react\/dist\/esm\/lucide-react\.m?js$/

/** The icon files that a module's imports from the index come from. */
function iconsOf(code: string, index: string, indexCode: string): string[] {
  const names = [...code.matchAll(/import \{([^}]*)\} from ['"]lucide-react['"]/g)].flatMap(([, list = '']) =>
    list.split(',').map((one) => one.trim().split(' ')[0]),
  )
  return names.flatMap((name) => {
    const [, file] = new RegExp(`export \\{[^}]*\\bas ${name}\\b[^}]*\\} from ['"]\\./(icons/[^'"]+)['"]`).exec(indexCode) ?? []
    return file ? [join(index, '..', file)] : []
  })
}

/** What a module imports, icons by their own files; each is looked at once. */
function importsIn(graph: Graph): Imports {
  const known = new Map<string, readonly string[]>()
  const read = (id: string): readonly string[] => {
    const { importedIds = [], code } = graph.getModuleInfo(id) ?? {}
    return importedIds.flatMap((imported) => (iconIndex.test(imported) ? iconsOf(code ?? '', imported, graph.getModuleInfo(imported)?.code ?? '') : [imported]))
  }
  return (id) => {
    const imports = known.get(id) ?? read(id)
    known.set(id, imports)
    return imports
  }
}

/**
 * A few chunks instead of hundreds: `core`, what every page needs, `frame`, what every page needs once someone is signed in, the shell
 * and the list, `work`, what lists of work share, `panel`, and the rest by the pages that read it (by-use.ts). It takes a slow machine longer to ask for small files than to read
 * them. Of libraries that are one big index, whose modules all hang together, the graph does not tell who uses what: they have a file of their own, or the bundler finds out.
 */
export function frameChunk(repository: string): { readonly name: (id: string, graph: Graph) => string | null; readonly debugName: string } {
  let places: ReadonlyMap<string, string> | undefined
  const place = (graph: Graph): ReadonlyMap<string, string> => {
    const importsOf = importsIn(graph)
    const from = (files: readonly string[]) =>
      reached(
        importsOf,
        files.map((file) => join(repository, file)),
      )
    const found = new Map([...from(worked)].map((id) => [id, 'work']))
    for (const id of from(framed)) found.set(id, 'frame')
    for (const id of from(beforeSignIn)) {
      // A file for what both need, or for one icon, would cost more than it weighs.
      if (icon.test(id) || /^(?:frame|work)$/.test(found.get(id) ?? '')) found.set(id, 'core')
    }
    for (const id of from(entry)) found.set(id, 'core')
    const pages = pagesOf(repository, graph)
    const opensOf = (id: string) => (graph.getModuleInfo(id)?.dynamicallyImportedIds ?? []).filter((part) => !pages.has(part))
    const lengthOf = (id: string) => graph.getModuleInfo(id)?.code?.length ?? 0
    const used = placesByUse(pages, importsOf, opensOf, lengthOf)
    // A few lines that read nothing of any area must not bring one.
    const isShort = (id: string) => lengthOf(id) < short && /\/areas\/.*\.ts$/.test(id) && !importsOf(id).some((one) => areas.test(one))
    const isLent = (id: string, name: string) => name.startsWith('shared') && (small.test(name) || contracts.test(id))
    const places = new Map(
      [...used].map(([id, name]) => [id, name.startsWith('shared-') && isShort(id) ? 'work' : isLent(id, name) ? 'shared' : name] as const),
    )
    // Forms and opened objects are made of the same, and some of it a page or two have besides.
    for (const id of from(panel)) if (/^(?:kit-opened|forms)$/.test(places.get(id) ?? 'forms')) places.set(id, 'forms')
    return new Map([...places, ...found])
  }
  const name = (id: string, graph: Graph): string | null => {
    const [, language] = wordsEverywhere.exec(id) ?? []
    if (language) return `words-${language}`
    for (const group of together) {
      const [, spoken] = group.areas.exec(id) ?? []
      if (spoken) return `${group.name}-words-${spoken}`
    }
    if (forSomePages.test(id)) return 'kit'
    if (theirs.test(id)) return id.includes('/@mantine/dates/') ? null : 'fields'
    if (dragged.test(id)) return 'drag'
    if (drawn.test(id)) return 'charts'
    if (schemas.test(id)) return 'schemas'
    const known = (places ??= place(graph)).get(id)
    // Icons of single pages are small, and many: one file for all of them, which comes with the first page that has one.
    return icon.test(id) && !/^(?:core|frame|work)$/.test(known ?? '') ? 'work' : (known ?? null)
  }
  return { name, debugName: 'frame' }
}

/** Names the files of the frame in the page, words with their language, for `before-paint.js` to fetch them while the entry still runs. */
export function announceFrame(): Plugin {
  return {
    name: 'vigie:announce-frame',
    transformIndexHtml: {
      order: 'post',
      handler(_, { bundle }) {
        const chunk = Object.values(bundle ?? {}).find((one) => one.type === 'chunk' && one.name === 'frame')
        if (chunk?.type !== 'chunk') return []
        // Texts that are laid out before their font is there are laid out again.
        const fonts = Object.keys(bundle ?? {}).filter((name) => /inter-latin-wght-normal.*\.woff2$/.test(name))
        const files = [chunk.fileName, ...chunk.imports, ...(chunk.viteMetadata?.importedCss ?? []), ...fonts].map((file) => `/${file}`)
        const words = Object.values(bundle ?? {}).flatMap((one) => {
          const [, language] = /^words-(\w+)$/.exec((one.type === 'chunk' && one.name) || '') ?? []
          return language ? [`${language}:/${one.fileName}`] : []
        })
        return [{ tag: 'meta', attrs: { name: 'vigie-frame', content: [...files, ...words].join(' ') }, injectTo: 'head-prepend' }]
      },
    },
  }
}
