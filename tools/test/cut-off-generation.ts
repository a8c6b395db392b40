/** Makes the occurrences of one organisation as the nightly job does and never commits them: whoever started it kills it. `node tools/run.mjs tools/test/cut-off-generation.ts <database> <customer> <moment>`. */
import { tmpdir } from 'node:os'
import { buildApp } from '#app/server/app.ts'
import { resources } from '#app/server/registry.ts'
import { occurrencesJob } from '#areas/runbooks/server/index.ts'
import { systemWho } from '#kit/server/access/who.ts'
import { folderStorage } from '#kit/server/files/storage.ts'

const [databaseUrl = '', customer, at = ''] = process.argv.slice(2)
const app = await buildApp({ databaseUrl, key: Buffer.alloc(32, 7), storage: folderStorage(tmpdir()), version: 'test', work: false, logLevel: 'error' })
await occurrencesJob.runLong({
  data: {},
  resources,
  apart: (work) =>
    app.db.transaction(
      Number(customer),
      async (tx) => {
        tx.act(systemWho(Number(customer), occurrencesJob.name, 'test', 'en', 'Europe/Paris'))
        await work(tx)
        console.log('made')
        return new Promise<never>(() => {})
      },
      { at: new Date(at), background: true },
    ),
})
