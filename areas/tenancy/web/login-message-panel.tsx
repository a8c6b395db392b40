import type { LoginMessage } from '#areas/tenancy/contract/login-message.ts'
import { languages, type Language } from '#kit/contract/catalogue.ts'
import { useLanguage } from '#kit/web/i18n/store.ts'
import { Box, Row, Stack } from '#kit/web/ui/layout.tsx'
import { Markdown } from '#kit/web/ui/markdown.tsx'
import css from './login-message-panel.module.css'

type Texts = Pick<
  LoginMessage,
  | 'title_en'
  | 'title_fr'
  | 'content_en'
  | 'content_fr'
  | 'label_button_en'
  | 'label_button_fr'
  | 'link_id_en'
  | 'link_id_fr'
  | 'background_color_en'
  | 'background_color_fr'
>

/** A language says all of it or none: a title in one and a text in the other would be two messages. Where its button leads may be said once. */
const spoken = (message: Texts, lang: Language): Language => [lang, ...languages].find((each) => message[`title_${each}`] ?? message[`content_${each}`]) ?? lang

interface LoginMessagePanelProps {
  readonly message: Texts & Pick<LoginMessage, 'logo'>
  /** Instead of the reader's, for a preview. */
  readonly lang?: Language
}

/** The provider's message beside the sign-in form, in the reader's language or else the other (ACC-21). */
export function LoginMessagePanel({ message, lang }: LoginMessagePanelProps) {
  const reader = useLanguage()
  const shownLang = spoken(message, lang ?? reader)
  const [title, content, label] = [message[`title_${shownLang}`], message[`content_${shownLang}`], message[`label_button_${shownLang}`]]
  const link = message[`link_id_${shownLang}`] ?? message.link_id_en ?? message.link_id_fr
  const outside = link?.startsWith('https:') ?? false
  return (
    <Stack
      grow
      align="start"
      spread="middle"
      gap={16}
      overflow="scrolled"
      className={css.panel}
      data-color={message[`background_color_${shownLang}`]}
      lang={shownLang}
    >
      {message.logo ? <img className={css.logo} src={message.logo} alt="" /> : null}
      {title ? <h2>{title}</h2> : null}
      {content ? (
        <Box size={14} line={22} className={css.text}>
          <Markdown text={content} />
        </Box>
      ) : null}
      {label && link ? (
        <Row
          as="a"
          inline
          align="center"
          corner={8}
          weight={600}
          className={css.button}
          href={link}
          {...(outside && { target: '_blank', rel: 'noopener noreferrer' })}
        >
          {label}
        </Row>
      ) : null}
    </Stack>
  )
}
