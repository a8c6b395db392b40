import { Camera, CircleCheck, MessageSquareText, Paperclip, X } from 'lucide-react'
import { useState, type ReactNode, type RefObject } from 'react'
import type { FileReference } from '#kit/contract/field.ts'
import { useUploads } from '#kit/web/api/use-uploads.ts'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { documentTypes } from '#kit/web/ui/file-drop.tsx'
import { isPicture, Picture } from '#kit/web/ui/picture.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import { useCamera } from '#kit/web/ui/use-camera.ts'
import { proofName, timeName } from '#areas/runbooks/contract/time-name.ts'
import { Grid, Row } from '#kit/web/ui/layout.tsx'
import type { Occurrence } from './occurrence-api.ts'
import css from './today.module.css'

interface Chosen {
  readonly file: File
  readonly at: Date
}

/** A camera calls all of its pictures alike: they are called after the task, its place and its time. A slash would end the name. */
const named = (picture: File, name: string): File => {
  const ending = /\.\w+$/.exec(picture.name)?.[0] ?? '.jpg'
  return new File([picture], `${name.replaceAll('/', '-').slice(0, 200)}${ending}`, { type: picture.type, lastModified: picture.lastModified })
}

/** What shows that a task was done: pictures and files, gone up at once, or kept with the answer where the network is away. */
export function useProof(row: Occurrence) {
  const { language } = useFormat()
  const [photos, setPhotos] = useState<readonly Chosen[]>([])
  const [files, setFiles] = useState<readonly (Chosen & { readonly reference: FileReference })[]>([])
  const { uploads, add } = useUploads((reference, file) => setFiles((before) => [...before, { reference, file, at: new Date() }]))
  const name = proofName(row.name ?? '', row.perimeter?.name, timeName(row, language))
  const take = (chosen: readonly File[]) =>
    navigator.onLine ? add(chosen) : setPhotos((before) => [...before, ...chosen.map((file) => ({ file, at: new Date() }))])
  return {
    name,
    uploads,
    /** Sent now, the answer would go without them. */
    rising: uploads.some(({ failure }) => failure === undefined),
    /** Kept with the answer. */
    photos: photos.map(({ file }) => file),
    files: files.map(({ reference }) => reference),
    shown: [
      ...files.map(({ reference, file, at }) => ({
        key: `file${reference.id}`,
        file,
        at,
        remove: () => setFiles((all) => all.filter((one) => one.reference !== reference)),
      })),
      ...photos.map((one, n) => ({ key: `photo${n} ${one.file.name}`, ...one, remove: () => setPhotos((all) => all.filter((other) => other !== one)) })),
    ],
    addPictures: (chosen: readonly File[]) => take(chosen.map((picture) => named(picture, name))),
    addFiles: take,
  }
}
export type Proof = ReturnType<typeof useProof>

/** What was given so far: pictures as pictures, anything else by its name. */
export function ProofShown({ proof: { shown, uploads, name } }: { readonly proof: Proof }) {
  const t = useWords('runbooks')
  const format = useFormat()
  return (
    <>
      {shown.map(({ key, file, at, remove }) =>
        isPicture(file) ? (
          <Grid key={key} gap={2} className={css.shown}>
            <Picture file={file} name={file.name} onRemove={remove} />
            <b>{name}</b>
            <Text size={12} tone="quiet">
              {t('today.picture_of', { moment: format.dateTime(at.toISOString()) })}
            </Text>
          </Grid>
        ) : (
          <Row key={key} as="span" align="center" gap={8} edge="all" corner={8} className={css.file}>
            <Paperclip size={14} aria-hidden />{' '}
            <Text grow narrows overflow="clipped">
              {file.name}
            </Text>
            <button type="button" aria-label={`${t('today.retake')} ${file.name}`} onClick={remove}>
              <X size={14} aria-hidden />
            </button>
          </Row>
        ),
      )}
      {uploads.map(({ id, name: rising, failure, cancel }) => (
        <Row key={id} as="span" align="center" gap={8} edge="all" corner={8} className={css.file} data-bad={failure !== undefined || undefined}>
          <Text grow narrows overflow="clipped">
            {failure ?? rising}
          </Text>
          <button type="button" aria-label={`${t('today.retake')} ${rising}`} onClick={cancel}>
            <X size={14} aria-hidden />
          </button>
        </Row>
      ))}
    </>
  )
}

interface AddProofProps {
  readonly proof: Proof
  readonly required: boolean
  /** Is there already. */
  readonly there: boolean
  /** Opened when what is to be shown is missed. */
  readonly camera: RefObject<HTMLInputElement | null>
  readonly onNote: (() => void) | undefined
}

/** A picture first, then a file and a note; where no camera answers, the file first. */
export function AddProof({ proof, required, there, camera, onNote }: AddProofProps) {
  const t = useWords('runbooks')
  const likely = useCamera(camera)
  const hint = t(required ? 'today.evidence_required' : 'today.evidence_welcome')
  const picture = (
    <Chooser
      key="camera"
      large={likely && !there}
      icon={<Camera size={likely && !there ? 22 : 18} aria-hidden />}
      label={t(there ? 'today.another_picture' : 'today.take_picture')}
      hint={hint}
      camera={camera}
      accept="image/*"
      onChosen={proof.addPictures}
    />
  )
  const file = (
    <Chooser
      key="file"
      large={!likely && !there}
      icon={<Paperclip size={!likely && !there ? 22 : 18} aria-hidden />}
      label={t('today.choose_file')}
      hint={hint}
      accept={documentTypes}
      onChosen={proof.addFiles}
    />
  )
  return (
    <Grid gap={8} className={css.proofs}>
      {likely ? [picture, file] : [file, picture]}
      {onNote ? (
        <button type="button" className={css.add} onClick={onNote}>
          <MessageSquareText size={18} aria-hidden /> {t('today.add_note')}
        </button>
      ) : null}
    </Grid>
  )
}

/** Whether what is asked for is there. */
export function ProofState({ there }: { readonly there: boolean }) {
  const t = useWords('runbooks')
  return (
    <Row as="p" align="center" gap={6} tone="bad" className={css.proof} data-there={there || undefined}>
      <CircleCheck size={13} aria-hidden /> {t(there ? 'answering.proof_there' : 'answering.proof_needed')}
    </Row>
  )
}

interface ChooserProps {
  readonly large: boolean
  readonly icon: ReactNode
  readonly label: string
  readonly hint: string
  readonly accept: string
  /** Of the one that takes a picture. */
  readonly camera?: RefObject<HTMLInputElement | null>
  readonly onChosen: (files: readonly File[]) => void
}

function Chooser({ large, icon, label, hint, accept, camera, onChosen }: ChooserProps) {
  return (
    <label className={large ? css.large : css.add}>
      {icon}
      <span>
        {large ? <b>{label}</b> : label}
        {large ? <small>{hint}</small> : null}
      </span>
      <input
        type="file"
        accept={accept}
        {...(camera ? { ref: camera, capture: 'environment' as const } : { multiple: true })}
        onChange={(event) => {
          onChosen([...(event.currentTarget.files ?? [])])
          event.currentTarget.value = ''
        }}
      />
    </label>
  )
}
