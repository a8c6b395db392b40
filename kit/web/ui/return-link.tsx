import { useLocation } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { useWords } from '#kit/web/i18n/words.ts'
import { ownAddress } from '#kit/web/route.ts'
import { ButtonLink } from './button.tsx'

/** The way back to the page that led here and named itself in the address, `?back=/home`; nothing for whoever came otherwise. */
export function ReturnLink() {
  const words = useWords('kit')
  const back = useLocation({ select: ({ search }) => (search as Readonly<Record<string, unknown>>)['back'] })
  // An address of this application alone: nobody is led elsewhere by a link.
  const to = ownAddress(back)
  if (!to) return null
  return (
    <ButtonLink to={to} icon={<ArrowLeft size={14} aria-hidden />}>
      {words('actions.back')}
    </ButtonLink>
  )
}
