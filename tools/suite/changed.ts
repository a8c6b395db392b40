/** `npm test -- --changed`: what of the suite a change can reach, by the imports, for people at work; CI runs everything. */
import { spawnSync } from 'node:child_process'
import { readSources, type SourceFile } from '#tools/imports/source-files.ts'

export interface Reached {
  /** Areas with a changed file. */
  readonly areas: readonly string[]
  /** Areas whose entities the walks look at: none where everything is walked. */
  readonly walked: readonly string[]
  readonly units: readonly string[]
  readonly journeys: readonly string[]
}

/** What has changed since a revision (the last commit unless said), committed or not, and what that reaches. */
export function changedPart(root: string, revision = 'HEAD'): Reached {
  const git = (...args: string[]) => {
    const { status, stdout, stderr } = spawnSync('git', args, { cwd: root, encoding: 'utf8' })
    if (status !== 0) throw new Error(`git ${args.join(' ')}: ${stderr.trim()}`)
    return stdout.split('\n').filter(Boolean)
  }
  const changed = [...git('diff', '--name-only', '--relative', revision), ...git('ls-files', '--others', '--exclude-standard')]
  return reachIn(readSources(root))(changed)
}

const isTest = (path: string) => /\.test\.tsx?$/.test(path)
const isJourney = (path: string) => path.startsWith('e2e/journeys/')
const areaOf = (path: string) => /^areas\/([^/]+)\//.exec(path)?.[1]
/** Where a change can reach anything: what every area stands on, and what everything is run by. */
const isGround = (path: string) =>
  /^(?:kit|platform|app\/(?:server|web|locales|commands|test)|migrations|tools|demo|e2e)\//.test(path) || /^[^/]+\.(?:json|ts)$/.test(path)
const walksOver = /\/(?:registry|filled-app|fill-organisation|walk-\w[\w-]*)\.ts'/

/**
 * The tests that some changed files reach: those of their areas, those that import them, however far, the walks over everything that is declared, and the
 * journeys that speak the words or open the pages of their areas. The roof is no way there, since it knows every area. A change of the ground reaches everything.
 */
export function reachIn(sources: readonly SourceFile[]): (changed: readonly string[]) => Reached {
  const tests = sources.map(({ path }) => path).filter(isTest)
  const dependents = importedBy(sources)
  const byPath = new Map(sources.map((source) => [source.path, source]))
  const textOf = (path: string) => byPath.get(path)?.text ?? ''
  return (changed) => {
    const areas = [...new Set(changed.flatMap((path) => areaOf(path) ?? []))].toSorted()
    const code = changed.filter((path) => !path.startsWith('docs/') && !path.endsWith('.md'))
    if (code.some((path) => isGround(path) && !isTest(path)))
      return { areas, walked: [], units: tests.filter((path) => !isJourney(path)), journeys: tests.filter(isJourney) }
    const reached = new Set(code)
    for (const path of reached) for (const by of dependents.get(path) ?? []) reached.add(by)
    const walks = (path: string) => areas.length > 0 && path.startsWith('app/') && walksOver.test(textOf(path))
    const speaks = pagesOf(areas, byPath)
    return {
      areas,
      walked: areas,
      units: tests.filter((path) => !isJourney(path) && (reached.has(path) || areas.includes(areaOf(path) ?? '') || walks(path))),
      journeys: tests.filter((path) => isJourney(path) && (reached.has(path) || speaks(textOf(path)))),
    }
  }
}

/** Who imports a file; through the face of an area only what is taken from there by name. */
function importedBy(sources: readonly SourceFile[]): Map<string, Set<string>> {
  const dependents = new Map<string, Set<string>>()
  const add = (file: string, by: string) => {
    const known = dependents.get(file)
    if (known) known.add(by)
    else dependents.set(file, new Set([by]))
  }
  const faces = new Map(sources.filter(({ path }) => /^areas\/[^/]+\/(?:server|web)\/index\.tsx?$/.test(path)).map((face) => [face.path, face]))
  for (const { path, imports } of sources)
    for (const { file, names } of imports) {
      if (!file || file.startsWith('app/')) continue
      const face = faces.get(file)
      for (const origin of face ? behind(face, names) : [file]) add(origin, path)
    }
  return dependents
}

/** The files that a face gives these names from; the face itself where it says them. */
function behind(face: SourceFile, names: readonly string[]): string[] {
  const given = face.imports.filter(({ names: shown }) => names.some((name) => shown.includes(name))).flatMap(({ file }) => file ?? [])
  return [face.path, ...given]
}

/** Whether a journey speaks the words of one of some areas, or opens a page of theirs, as the walk over all screens does. */
function pagesOf(areas: readonly string[], sources: ReadonlyMap<string, SourceFile>): (text: string) => boolean {
  const paths = areas.flatMap((area) => [...(sources.get(`areas/${area}/web/routes.ts`)?.text ?? '').matchAll(/path: '([^'$]+)/g)].map(([, path = '']) => path))
  const words = areas.map((area) => `'${area}.`)
  const pages = paths.filter((path) => path.length > 3).map((path) => `'${path.replace(/\/$/, '')}`)
  return (text) => areas.length > 0 && ([...words, ...pages].some((mark) => text.includes(mark)) || (paths.length > 0 && text.includes('walkScreens(')))
}
