import { spawnSync } from 'node:child_process'

/** Leaves files that a tool has written as `npm run format` would; texts that no formatter touches stay as they are. */
export function formatFiles(root: string, paths: Iterable<string>): void {
  const code = [...new Set(paths)].filter((path) => /\.tsx?$/.test(path))
  if (code.length === 0) return
  const { status, stderr, error } = spawnSync(process.execPath, ['node_modules/oxfmt/bin/oxfmt', ...code], { cwd: root, encoding: 'utf8' })
  if (status !== 0) console.log(`format what was written by hand, with npm run format: ${error?.message ?? stderr}`)
}
