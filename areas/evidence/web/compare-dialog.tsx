import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import type { RevisionFile } from '#areas/evidence/contract/evidence.ts'
import { api } from '#kit/web/api/client.ts'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Box, Grid, Stack } from '#kit/web/ui/layout.tsx'
import { Modal } from '#kit/web/ui/modal.tsx'
import { Select } from '#kit/web/ui/select.tsx'
import { ErrorState, Skeleton } from '#kit/web/ui/states.tsx'
import { VisuallyHidden } from '#kit/web/ui/visually-hidden.tsx'
import css from './evidence.module.css'
import type { Evidence, Revision } from './presentation.tsx'
import { isText, mostText } from './texts.ts'

const fileList = (revision: Revision): readonly RevisionFile[] => revision.files ?? []
const contentOf = (revision: Revision) =>
  fileList(revision)
    .map(({ name, sha256 }) => `${name} ${sha256}`)
    .toSorted()
    .join('\n')

/** Two revisions side by side: who, when, why, what they hold and by which hash; texts line by line when both hold one. */
export function CompareDialog({ row, onClose }: { readonly row: Evidence; readonly onClose: () => void }) {
  const t = useWords('evidence')
  const numbers = row.revisions.map(({ number }) => String(number))
  // Until one is chosen, the last two: also of a revision that comes while this is open.
  const [before, setLeft] = useState<string>()
  const [after, setRight] = useState<string>()
  const left = before ?? numbers.at(-2) ?? ''
  const right = after ?? numbers.at(-1) ?? ''
  const [a, b] = [left, right].map((wanted) => row.revisions.find(({ number }) => String(number) === wanted))
  const options = numbers.toReversed().map((number) => ({ value: number, label: t('panel.revision', { n: number }) }))
  return (
    <Modal title={t('compare.title')} size="xl" onClose={onClose}>
      <Stack gap={14} className={css.compare}>
        <Grid columns={2} gap={14} className={css.sides}>
          <Select label={t('compare.before')} value={left} options={options} onChange={(value) => setLeft(value ?? left)} />
          <Select label={t('compare.after')} value={right} options={options} onChange={(value) => setRight(value ?? right)} />
        </Grid>
        {a && b ? <Compared a={a} b={b} /> : null}
      </Stack>
    </Modal>
  )
}

function Compared({ a, b }: { readonly a: Revision; readonly b: Revision }) {
  const t = useWords('evidence')
  const format = useFormat()
  const lines: readonly (readonly [label: string, before: ReactNode, after: ReactNode, differs: boolean])[] = [
    [t('entities.evidence.fields.author'), a.author?.name ?? '', b.author?.name ?? '', a.author?.id !== b.author?.id],
    [t('entities.evidence.fields.date'), format.date(a.date), format.date(b.date), a.date !== b.date],
    [t('entities.evidence.fields.reason'), a.reason ?? '', b.reason ?? '', a.reason !== b.reason],
    [t('entities.evidence.fields.url'), a.url ?? '', b.url ?? '', a.url !== b.url],
    [t('entities.evidence.fields.files'), <Files key="a" of={a} other={b} />, <Files key="b" of={b} other={a} />, contentOf(a) !== contentOf(b)],
  ]
  const [first] = fileList(a)
  const [second] = fileList(b)
  const same = contentOf(a) === contentOf(b) && a.url === b.url
  return (
    <>
      <p role="status">
        {same ? t('compare.same') : t('compare.changed', { fields: lines.flatMap(([label, , , differs]) => (differs ? [label] : [])).join(', ') })}
      </p>
      <table className={css.compared}>
        <thead>
          <tr>
            <td />
            <th scope="col">{t('panel.revision', { n: String(a.number ?? '') })}</th>
            <th scope="col">{t('panel.revision', { n: String(b.number ?? '') })}</th>
          </tr>
        </thead>
        <tbody>
          {lines.map(([label, before, after, differs]) => (
            <tr key={label} data-differs={differs || undefined}>
              <th scope="row">
                {label}
                {differs ? <VisuallyHidden> {t('compare.differs')}</VisuallyHidden> : null}
              </th>
              <td>{before}</td>
              <td>{after}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {first && second && isText(first.mime) && isText(second.mime) && first.sha256 !== second.sha256 ? <Texts a={first} b={second} /> : null}
    </>
  )
}

function Files({ of, other }: { readonly of: Revision; readonly other: Revision }) {
  const format = useFormat()
  const known = new Set(fileList(other).map(({ sha256 }) => sha256))
  return (
    <ul>
      {fileList(of).map((file) => (
        <li key={file.id} data-differs={!known.has(file.sha256) || undefined}>
          <span>{file.name}</span> <em>{format.size(file.size)}</em> <code title={file.sha256}>{file.sha256.slice(0, 16)}…</code>
        </li>
      ))}
    </ul>
  )
}

const useLines = (file: RevisionFile) =>
  useQuery({
    queryKey: ['evidence lines', file.id],
    queryFn: async ({ signal }) => (await (await api.read(`/file/${file.id}/download`, { signal })).text()).slice(0, mostText).split(/\r?\n/),
    staleTime: Infinity,
    gcTime: 0,
    meta: { kept: false },
  })

/** Each text as characters; lines that the other one does not have are marked. */
function Texts({ a, b }: { readonly a: RevisionFile; readonly b: RevisionFile }) {
  const t = useWords('evidence')
  const [left, right] = [useLines(a), useLines(b)]
  const failed = left.error ?? right.error
  if (failed) return <ErrorState reason={failed} />
  if (!left.data || !right.data) return <Skeleton height={160} />
  return (
    <Grid columns={2} gap={14} className={css.sides}>
      <Lines file={a} lines={left.data} other={right.data} missing={t('compare.gone')} />
      <Lines file={b} lines={right.data} other={left.data} missing={t('compare.new')} />
    </Grid>
  )
}

interface LinesProps {
  readonly file: RevisionFile
  readonly lines: readonly string[]
  readonly other: readonly string[]
  /** How a line is called that the other text does not have. */
  readonly missing: string
}

function Lines({ file, lines, other, missing }: LinesProps) {
  const known = new Set(other)
  return (
    <Box as="figure" narrows className={css.lines}>
      <figcaption>{file.name}</figcaption>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <pre tabIndex={0} role="group" aria-label={file.name}>
        {lines.map((line, at) => (
          // Lines have no name but their place.
          // oxlint-disable-next-line react/no-array-index-key
          <span key={at} data-differs={!known.has(line) || undefined}>
            {known.has(line) ? null : <VisuallyHidden>{missing} </VisuallyHidden>}
            {`${line}\n`}
          </span>
        ))}
      </pre>
    </Box>
  )
}
