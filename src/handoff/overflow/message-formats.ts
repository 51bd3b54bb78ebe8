import { CtxError } from '../../core/index.ts';
import { isRecord, type JsonRecord, listAt, parseJson, recordAt, textAt } from '../json-record.ts';
import { contentText } from '../readers/reader.ts';
import type { ChatImage, ChatMessage } from './chat-message.ts';

/** Formats in which messages can be taken and given back. */
export const MESSAGE_FORMATS = ['openai-chat', 'anthropic'] as const;
export type MessageFormat = (typeof MESSAGE_FORMATS)[number];

interface MessageCodec {
  readonly read: (message: JsonRecord) => readonly ChatMessage[];
  readonly write: (messages: readonly ChatMessage[]) => readonly JsonRecord[];
}

const CODECS: Readonly<Record<MessageFormat, MessageCodec>> = {
  'openai-chat': { read: readOpenAi, write: (messages) => messages.map(writeOpenAi) },
  anthropic: { read: readAnthropic, write: writeAnthropic },
};

/** Messages of a provider's format in the common form. Fails with USAGE on what is no message. */
export function readChat(messages: readonly unknown[], format: MessageFormat): readonly ChatMessage[] {
  return messages.flatMap((message, index) => {
    if (!isRecord(message)) throw new CtxError('USAGE', `Message ${index} is no object.`, { index });
    return CODECS[format].read(message);
  });
}

/** Messages in a provider's format; parts other than text, tools and images are not in the common form. */
export function writeChat(messages: readonly ChatMessage[], format: MessageFormat): readonly JsonRecord[] {
  return CODECS[format].write(messages);
}

const NO_CALLS = { calls: [], answers: null } as const;

function roleOf(message: JsonRecord): ChatMessage['role'] {
  const role = textAt(message, 'role');
  if (role === 'developer') return 'system';
  if (role === 'function') return 'tool';
  if (role === 'system' || role === 'user' || role === 'assistant' || role === 'tool') return role;
  throw new CtxError('USAGE', `A message has the unknown role ${role ?? 'none'}.`);
}

function readOpenAi(message: JsonRecord): readonly ChatMessage[] {
  const role = roleOf(message);
  const calls = listAt(message, 'tool_calls')
    .filter(isRecord)
    .map((call) => ({
      id: textAt(call, 'id') ?? '',
      name: textAt(recordAt(call, 'function'), 'name') ?? '',
      input: textAt(recordAt(call, 'function'), 'arguments') ?? '{}',
    }));
  const answers = role === 'tool' ? textAt(message, 'tool_call_id', 'name') : null;
  return [{ role, ...contentOf(message['content'], openAiImage), calls, answers }];
}

type ReadImage = (part: JsonRecord) => ChatImage | null;

/** Text and pictures of a content; parts of other kinds are named in the text. */
function contentOf(content: unknown, imageIn: ReadImage): Pick<ChatMessage, 'text' | 'images'> {
  if (!Array.isArray(content)) return { text: contentText(content) };
  const images = content.flatMap((part) => (isRecord(part) ? (imageIn(part) ?? []) : []));
  const rest = content.filter((part) => !isRecord(part) || imageIn(part) === null);
  return { text: contentText(rest), ...(images.length > 0 && { images }) };
}

const DATA_URL = /^data:([\w/+.-]+);base64,(.*)$/s;

function openAiImage(part: JsonRecord): ChatImage | null {
  const url = textAt(recordAt(part, 'image_url'), 'url');
  if (part['type'] !== 'image_url' || url === null) return null;
  const [, mediaType, data] = DATA_URL.exec(url) ?? [];
  return mediaType === undefined || data === undefined ? { url } : { mediaType, data };
}

function openAiContent(text: string, images: readonly ChatImage[]): string | readonly JsonRecord[] {
  if (images.length === 0) return text;
  const words = text.trim() === '' ? [] : [{ type: 'text', text }];
  const pictures = images.map((image) => ({
    type: 'image_url',
    image_url: { url: 'url' in image ? image.url : `data:${image.mediaType};base64,${image.data}` },
  }));
  return [...words, ...pictures];
}

function writeOpenAi({ role, text, calls, answers, images = [] }: ChatMessage): JsonRecord {
  if (role === 'tool') return { role, tool_call_id: answers, content: openAiContent(text, images) };
  if (calls.length === 0) return { role, content: openAiContent(text, images) };
  const tool_calls = calls.map(({ id, name, input }) => ({
    id,
    type: 'function',
    function: { name, arguments: input },
  }));
  return { role, content: text === '' ? null : text, tool_calls };
}

/** Results stand in user messages there: each becomes a message of its own, before the words beside it. */
function readAnthropic(message: JsonRecord): readonly ChatMessage[] {
  const role = roleOf(message);
  const content = message['content'];
  if (!Array.isArray(content)) return [{ role, text: contentText(content), ...NO_CALLS }];
  const blocks = content.filter(isRecord);
  const results = blocks
    .filter((block) => block['type'] === 'tool_result')
    .map((block): ChatMessage => {
      return {
        role: 'tool',
        ...contentOf(block['content'], anthropicImage),
        calls: [],
        answers: textAt(block, 'tool_use_id'),
      };
    });
  const calls = blocks
    .filter((block) => block['type'] === 'tool_use')
    .map((block) => ({
      id: textAt(block, 'id') ?? '',
      name: textAt(block, 'name') ?? '',
      input: JSON.stringify(block['input'] ?? {}),
    }));
  const words = blocks.filter((block) => block['type'] === 'text' || anthropicImage(block) !== null);
  const said = contentOf(words, anthropicImage);
  const own: readonly ChatMessage[] =
    words.length === 0 && calls.length === 0 ? [] : [{ role, ...said, calls, answers: null }];
  return [...results, ...own];
}

/** System messages are left to the request's own field: they are written as a message of role `system`, first. */
function writeAnthropic(messages: readonly ChatMessage[]): readonly JsonRecord[] {
  const written: { role: string; content: JsonRecord[] | string }[] = [];
  for (const message of messages) {
    const blocks = blocksOf(message);
    const before = written.at(-1);
    const role = message.role === 'tool' ? 'user' : message.role;
    if (role === 'user' && before?.role === 'user' && Array.isArray(before.content))
      before.content.push(...blocks);
    else written.push({ role, content: message.role === 'system' ? message.text : blocks });
  }
  return written;
}

function anthropicImage(block: JsonRecord): ChatImage | null {
  const source = recordAt(block, 'source');
  if (block['type'] !== 'image') return null;
  const [url, data, mediaType] = [
    textAt(source, 'url'),
    textAt(source, 'data'),
    textAt(source, 'media_type'),
  ];
  if (url !== null) return { url };
  return data === null || mediaType === null ? null : { mediaType, data };
}

function anthropicContent(text: string, images: readonly ChatImage[]): JsonRecord[] {
  const words = text.trim() === '' ? [] : [{ type: 'text', text }];
  const pictures = images.map((image) => ({
    type: 'image',
    source:
      'url' in image
        ? { type: 'url', url: image.url }
        : { type: 'base64', media_type: image.mediaType, data: image.data },
  }));
  return [...words, ...pictures];
}

function blocksOf({ role, text, calls, answers, images = [] }: ChatMessage): JsonRecord[] {
  if (role === 'tool') {
    const content = images.length === 0 ? text : anthropicContent(text, images);
    return [{ type: 'tool_result', tool_use_id: answers, content }];
  }
  const words = anthropicContent(text, images);
  const uses = calls.map(({ id, name, input }) => {
    const value = parseJson(input);
    return { type: 'tool_use', id, name, input: isRecord(value) ? value : { raw: input } };
  });
  return [...words, ...uses];
}
