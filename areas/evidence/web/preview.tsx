import { useQuery } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight, Download, FileText, Maximize2 } from 'lucide-react'
import { useEffect, useState, type KeyboardEvent } from 'react'
import type { RevisionFile } from '#areas/evidence/contract/evidence.ts'
import { api, failureText } from '#kit/web/api/client.ts'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Button, IconButton } from '#kit/web/ui/button.tsx'
import { Box, Row, Stack } from '#kit/web/ui/layout.tsx'
import { Modal } from '#kit/web/ui/modal.tsx'
import { Skeleton } from '#kit/web/ui/states.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import css from './evidence.module.css'
import { isText, mostText } from './texts.ts'

/** Drawn by the browser as pixels alone: nothing in them is run. */
const pictures = new Set(['image/png', 'image/jpeg', 'image/webp', 'image/gif'])

interface Content {
  readonly blob: Blob
  /** Hexadecimal; null where the browser does not count them: outside of a safe connection. */
  readonly sha256: string | null
}

async function load(id: number, signal: AbortSignal): Promise<Content> {
  const blob = await api.read(`/file/${id}/download`, { signal })
  if (!globalThis.isSecureContext) return { blob, sha256: null }
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', await blob.arrayBuffer()))
  return { blob, sha256: [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('') }
}

/** What a file holds, with the hash that it has by now. */
const useContent = (id: number | undefined) =>
  useQuery({
    queryKey: ['evidence content', id],
    queryFn: ({ signal }) => load(id ?? 0, signal),
    enabled: id !== undefined,
    staleTime: Infinity,
    gcTime: 0,
    meta: { kept: false },
  })

const save = (id: number) => void api.download(`/file/${id}/download`).catch((reason: unknown) => toast.error(failureText(reason)))

/** Files of a revision, one at a time, with a pager beneath them; Space enlarges, arrows turn. */
export function Preview({ files, onSeal }: { readonly files: readonly RevisionFile[]; readonly onSeal: (state: 'ok' | 'wait' | 'unknown') => void }) {
  const t = useWords('evidence')
  const [at, setAt] = useState(0)
  const [large, setLarge] = useState(false)
  const file = files[Math.min(at, files.length - 1)]
  const { data, error } = useContent(file?.id)
  const wrong = data?.sha256 != null && file !== undefined && data.sha256 !== file.sha256
  const seal = data === undefined ? 'wait' : data.sha256 === null || wrong ? 'unknown' : 'ok'
  useEffect(() => onSeal(seal), [onSeal, seal])
  if (!file) return null
  const turn = (by: -1 | 1) => setAt((now) => Math.min(files.length - 1, Math.max(0, Math.min(now, files.length - 1) + by)))
  const onKeyDown = (event: KeyboardEvent) => {
    const act = { ' ': () => setLarge(true), ArrowLeft: () => turn(-1), ArrowRight: () => turn(1) }[event.key]
    if (!act || event.target !== event.currentTarget) return
    event.preventDefault()
    act()
  }
  const shown = error ? <p role="alert">{failureText(error)}</p> : data ? <Shown file={file} content={data} /> : <Skeleton height={160} />
  return (
    <>
      {wrong ? (
        <p role="alert" className={css.alert}>
          {t('panel.mismatch', { name: file.name })}
        </p>
      ) : null}
      <Box as="figure" edge="all" corner={8} overflow="clipped" className={css.preview} aria-label={t('panel.preview', { name: file.name })}>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
        <Row
          role="group"
          tabIndex={0}
          aria-label={file.name}
          aria-keyshortcuts="Space ArrowLeft ArrowRight"
          onKeyDown={onKeyDown}
          spread="middle"
          overflow="scrolled"
          fill="canvas"
          className={css.sheet}
        >
          {shown}
        </Row>
        <figcaption>
          <span title={file.name}>{file.name}</span>
          {files.length > 1 ? (
            <>
              <IconButton size="sm" label={t('panel.previous')} disabled={at <= 0} onClick={() => turn(-1)}>
                <ChevronLeft size={14} />
              </IconButton>
              <span aria-label={t('panel.file_of', { n: String(at + 1), total: String(files.length) })}>
                {at + 1} / {files.length}
              </span>
              <IconButton size="sm" label={t('panel.next')} disabled={at >= files.length - 1} onClick={() => turn(1)}>
                <ChevronRight size={14} />
              </IconButton>
            </>
          ) : null}
          <IconButton size="sm" label={t('panel.enlarge')} onClick={() => setLarge(true)}>
            <Maximize2 size={13} />
          </IconButton>
          <IconButton size="sm" label={t('panel.download')} onClick={() => save(file.id)}>
            <Download size={13} />
          </IconButton>
        </figcaption>
      </Box>
      {large ? (
        <Modal title={file.name} size="xl" onClose={() => setLarge(false)}>
          <Row spread="middle" overflow="scrolled" fill="canvas" className={css.sheet} data-large>
            {shown}
          </Row>
        </Modal>
      ) : null}
    </>
  )
}

function Shown({ file, content: { blob } }: { readonly file: RevisionFile; readonly content: Content }) {
  const t = useWords('evidence')
  const format = useFormat()
  if (pictures.has(file.mime)) return <Picture blob={new Blob([blob], { type: file.mime })} name={file.name} />
  if (isText(file.mime)) return <TextFile blob={blob} />
  // The browser's own viewer, which none starts in a sandboxed frame; the route answers PDFs alone.
  // oxlint-disable-next-line react/iframe-missing-sandbox
  if (file.mime === 'application/pdf' && navigator.pdfViewerEnabled) return <iframe title={file.name} src={`/api/file/${file.id}/preview`} />
  return (
    <Stack align="center" spread="middle" gap={8} tone="quiet">
      <FileText size={28} aria-hidden />
      <Text as="p">{t('panel.no_preview')}</Text>
      <Text as="p">{format.size(file.size)}</Text>
      <Button icon={<Download size={14} aria-hidden />} onClick={() => save(file.id)}>
        {t('panel.download')}
      </Button>
    </Stack>
  )
}

function Picture({ blob, name }: { readonly blob: Blob; readonly name: string }) {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    const made = URL.createObjectURL(blob)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
    // One picture, whose wrapping is new with each drawing.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [name])
  return url ? <img src={url} alt={name} /> : <Skeleton height={160} />
}

/** As characters, never as a document. */
function TextFile({ blob }: { readonly blob: Blob }) {
  const { data = '' } = useQuery({ queryKey: ['evidence text', blob], queryFn: () => blob.text(), gcTime: 0 })
  return <pre>{data.slice(0, mostText)}</pre>
}
