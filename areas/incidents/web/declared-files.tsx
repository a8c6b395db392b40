import { Camera, Paperclip, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { FileReference } from '#kit/contract/field.ts'
import { useUploads } from '#kit/web/api/use-uploads.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { IconButton } from '#kit/web/ui/button.tsx'
import { documentTypes } from '#kit/web/ui/file-drop.tsx'
import { Grid, Row } from '#kit/web/ui/layout.tsx'
import { isPicture, Picture } from '#kit/web/ui/picture.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import type { Change } from './declaration-draft.ts'
import css from './declare.module.css'

/** Files that a declaration takes. */
const mostFiles = 5

interface DeclaredFilesProps {
  readonly files: readonly FileReference[]
  readonly onChange: (change: Change) => void
  /** Sent now, the declaration would go without them. */
  readonly onRising: (rising: boolean) => void
}

/** Pictures and files of what happens, at the first step: gone up at once, seen as they are. */
export function DeclaredFiles({ files, onChange, onRising }: DeclaredFilesProps) {
  const t = useWords('incidents')
  const kit = useWords('kit')
  const [pictures, setPictures] = useState<ReadonlyMap<number, File>>(new Map())
  const { add, uploads } = useUploads((file, chosen) => {
    setPictures((before) => new Map(before).set(file.id, chosen))
    onChange((before) => ({ files: [...before.files, file] }))
  })
  const rising = uploads.some(({ failure }) => failure === undefined)
  useEffect(() => onRising(rising), [rising, onRising])
  const room = mostFiles - files.length - uploads.length
  const choose = (chosen: FileList | null) => add([...(chosen ?? [])].slice(0, room))
  return (
    <Row wrap align="center" gap={4} className={css.shown}>
      {room > 0 ? (
        <>
          <Grid as="label" holds centered corner={8} tone="soft" className={css.tool} data-tooltip={t('declare.take_picture')}>
            <Camera size={20} aria-hidden />
            <input
              type="file"
              accept="image/*"
              capture="environment"
              aria-label={t('declare.take_picture')}
              onChange={(event) => {
                choose(event.currentTarget.files)
                event.currentTarget.value = ''
              }}
            />
          </Grid>
          <Grid as="label" holds centered corner={8} tone="soft" className={css.tool} data-tooltip={t('declare.choose_file')}>
            <Paperclip size={20} aria-hidden />
            <input
              type="file"
              multiple
              accept={documentTypes}
              aria-label={t('declare.choose_file')}
              onChange={(event) => {
                choose(event.currentTarget.files)
                event.currentTarget.value = ''
              }}
            />
          </Grid>
        </>
      ) : null}
      {files.map(({ id, name }) => {
        const picture = pictures.get(id)
        const remove = () => onChange((before) => ({ files: before.files.filter((file) => file.id !== id) }))
        return picture && isPicture(picture) ? (
          <Picture key={id} small file={picture} name={name} onRemove={remove} />
        ) : (
          <Row key={id} as="span" align="center" gap={4} edge="all" corner={8} className={css.file}>
            <Text narrows overflow="clipped">
              {name}
            </Text>
            <IconButton label={kit('file.remove', { name })} onClick={remove}>
              <X size={14} aria-hidden />
            </IconButton>
          </Row>
        )
      })}
      {uploads.map(({ id, name, failure, cancel }) => (
        <Row key={`u${id}`} as="span" align="center" gap={4} edge="all" corner={8} className={css.file} data-bad={failure !== undefined || undefined}>
          <Text narrows overflow="clipped">
            {failure ?? name}
          </Text>
          <IconButton label={kit('file.remove', { name })} onClick={cancel}>
            <X size={14} aria-hidden />
          </IconButton>
        </Row>
      ))}
    </Row>
  )
}
