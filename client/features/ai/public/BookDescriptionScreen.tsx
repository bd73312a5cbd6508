import { AiToolPage } from './AiToolPage.tsx';
import { DESCRIPTION } from './tools/description.ts';

export const BookDescriptionScreen = () => <AiToolPage page={DESCRIPTION} />;
