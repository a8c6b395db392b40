import { whileUnderWay } from '#kit/web/pending-work.ts'
import { whenIdle } from '#kit/web/when-idle.ts'

let files: Readonly<Record<string, readonly string[]>> = {}
const asked = new Set<string>()
let begun = false

/** Reads which scripts each page needs, once the first page stands: a list that is longer than many a page. Each build has its own, which the frame's name tells. */
function readList(): void {
  if (begun) return
  begun = true
  const version = /-([\w-]+)\.js$/.exec(import.meta.url)?.[1]
  // While somebody develops there is no build, and no list.
  if (version === undefined) return
  whenIdle(() => {
    void whileUnderWay(fetch(`/page-files.json?${version}`))
      .then(async (answer) => {
        files = (await answer.json()) as typeof files
      })
      // Without it a page comes as well, one file after the other.
      .catch(() => {})
  })
}

/** Asks for all scripts of a page at once that is about to be opened, in place of one after the other as each names the next. */
export function fetchFilesOf(path: string): void {
  readList()
  if (asked.has(path)) return
  for (const href of files[path] ?? []) {
    asked.add(path)
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }))
  }
}
