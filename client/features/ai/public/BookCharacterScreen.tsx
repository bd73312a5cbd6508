import { AiToolPage } from './AiToolPage.tsx';
import { CHARACTER } from './tools/character.ts';

export const BookCharacterScreen = () => <AiToolPage page={CHARACTER} />;
