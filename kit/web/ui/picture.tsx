import { Maximize2, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useWords } from '#kit/web/i18n/words.ts'
import { IconButton } from './button.tsx'
import { Modal } from './modal.tsx'
import css from './picture.module.css'
import { Skeleton } from './states.tsx'

/** Of which files a picture can be shown without asking anybody. */
export const isPicture = ({ type }: Pick<Blob, 'type'>): boolean => /^image\/(?:png|jpeg|gif|webp|avif)$/.test(type)

function useAddress(file: Blob): string | undefined {
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    const made = URL.createObjectURL(file)
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  return address
}

interface PictureProps {
  readonly file: Blob
  readonly name: string
  /** A mark in a row, instead of as wide as there is room. */
  readonly small?: boolean
  readonly onRemove: () => void
}

/** A picture that was just taken or chosen: seen as it is, in full size on request, and taken away again. */
export function Picture({ file, name, small = false, onRemove }: PictureProps) {
  const words = useWords('kit')
  const address = useAddress(file)
  const [full, setFull] = useState(false)
  const shown = address ? <img src={address} alt={name} /> : <Skeleton height={small ? 56 : 200} />
  return (
    <figure className={css.picture} data-small={small || undefined}>
      {small ? (
        <button type="button" className={css.whole} aria-label={words('file.full', { name })} onClick={() => setFull(true)}>
          {shown}
        </button>
      ) : (
        shown
      )}
      <span className={css.tools}>
        {small ? null : (
          <IconButton label={words('file.full', { name })} onClick={() => setFull(true)}>
            <Maximize2 size={18} aria-hidden />
          </IconButton>
        )}
        <IconButton label={words('file.remove', { name })} onClick={onRemove}>
          <X size={small ? 14 : 18} aria-hidden />
        </IconButton>
      </span>
      {full && address ? (
        <Modal title={name} size="xl" sheet onClose={() => setFull(false)}>
          <img className={css.full} src={address} alt={name} />
        </Modal>
      ) : null}
    </figure>
  )
}
