/** `vigie`: the command line, one file when it is built. */
import { run } from './run.ts'

process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // Whoever reads has enough, such as `head`.
  if (error.code === 'EPIPE') process.exit(0)
})
process.exitCode = await run(process.argv.slice(2), process)
