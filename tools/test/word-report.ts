import { zipEntries } from '#kit/server/sheets/unzip.ts'
import type { Person, TestApp } from '#app/test/worlds/test-app.ts'

/** The text, with its marks, of the Word file of a report that somebody asks for. */
export async function wordReport(app: TestApp, by: Person, path: string, asked: object = {}): Promise<string> {
  const { object } = (await by.post(path, { format: 'docx', ...asked })).body
  await app.jobs()
  const { file_id } = (await by.get(`/report/${object.job_id}`)).body.object
  const file = (await by.get(`/file/${file_id}/download`)).body as Buffer
  return (
    zipEntries(file)
      ?.find(({ name }) => name === 'word/document.xml')
      ?.read()
      .toString() ?? ''
  )
}
