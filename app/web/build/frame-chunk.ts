import { join } from 'node:path'
import type { Plugin } from 'vite'

const pages = 'app/web/pages.tsx'
const framed = [pages, 'kit/web/resource/list-page.tsx']
const entry = ['app/web/main.tsx']
/** The lists that most people open first, and whose parts the other lists of work share. */
const worked = ['areas/actions/web/action-list.tsx', 'areas/actions/web/actions-page.tsx', 'areas/actions/web/plans-page.tsx']
/** Pages without the shell. */
const beforeSignIn = ['app/web/login/login-page.tsx', 'app/web/first-run/first-run-page.tsx']

/** Parts of the entry's libraries that only some pages use, though the libraries' own index names them all. */
const forSomePages = /@tanstack\/.*\/(?:queriesObserver|useQueries|useInfiniteQuery|infiniteQueryObserver|useBlocker)\.js$/

interface Graph {
  getModuleInfo(id: string): { readonly importedIds: readonly string[]; readonly code?: string | null } | null
}

/** What every page behind the sign-in reads: one file a language, with the pages' titles from every area's catalogue. */
const words = /\/(?:kit\/locales|app\/locales|app\/web\/titles|areas\/[\w-]+\/locales(?=\/\w+\.ts\?titles$))\/(en|fr)\.ts(?:\?titles)?$/

/** Where people's words are, those of what they stand in are asked for as well. */
const together = /\/areas\/(?:people|organisation)\/locales\/(en|fr)\.ts$/

/** Mantine's own index names all of it, and by it what it floats with; the frame needs nothing of it. */
const theirs = /node_modules\/@(?:floating-ui|mantine)\//

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

/** These modules with all that they import and that comes with them, not what they load on demand. */
function reached(graph: Graph, modules: readonly string[]): ReadonlySet<string> {
  const seen = new Set<string>()
  const open = [...modules]
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (seen.has(id)) continue
    seen.add(id)
    const { importedIds = [], code } = graph.getModuleInfo(id) ?? {}
    for (const imported of importedIds) {
      if (iconIndex.test(imported)) open.push(...iconsOf(code ?? '', imported, graph.getModuleInfo(imported)?.code ?? ''))
      else open.push(imported)
    }
  }
  return seen
}

/**
 * Three chunks instead of dozens: `core`, what every page needs, `frame`, what every page needs once someone is signed in, the shell
 * and the list, and `work`, what lists of work share. It takes a slow machine longer to ask for small files than to read them. Of libraries that are one big index, whose
 * modules all hang together, the bundler finds out itself what is used where.
 */
export function frameChunk(repository: string): { readonly name: (id: string, graph: Graph) => string | null; readonly debugName: string } {
  let places: ReadonlyMap<string, string> | undefined
  const from = (files: readonly string[], graph: Graph) => [
    ...reached(
      graph,
      files.map((file) => join(repository, file)),
    ),
  ]
  const place = (graph: Graph): ReadonlyMap<string, string> => {
    const found = new Map(from(worked, graph).map((id) => [id, 'work']))
    for (const id of from(framed, graph)) found.set(id, 'frame')
    for (const id of from(beforeSignIn, graph)) {
      // A file for what both need, or for one icon, would cost more than it weighs.
      if (icon.test(id) || found.has(id)) found.set(id, 'core')
    }
    for (const id of from(entry, graph)) found.set(id, 'core')
    return found
  }
  const name = (id: string, graph: Graph): string | null => {
    const [, language] = words.exec(id) ?? []
    if (language) return `words-${language}`
    const [, spoken] = together.exec(id) ?? []
    if (spoken) return `people-words-${spoken}`
    if (theirs.test(id) || forSomePages.test(id)) return null
    // Icons of single pages are small, and many: one file for all of them, which comes with the first page that has one.
    return (places ??= place(graph)).get(id) ?? (icon.test(id) ? 'icons' : null)
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
