import { AiToolPage } from './AiToolPage.tsx';
import { TITLE } from './tools/title.ts';

export const BookTitleScreen = () => <AiToolPage page={TITLE} />;
