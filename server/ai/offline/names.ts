/** First and last names that fit together. All are common, and no surname belongs to a single well-known author. */
import type { AiOrigin } from '#shared/ai-tools.ts';

export type Names = { feminine: readonly string[]; masculine: readonly string[]; last: readonly string[] };

const words = (text: string) => text.trim().split(/\s+/);

export const NAMES: Record<AiOrigin, Names> = {
  english: {
    feminine: words(`Alice Beatrix Clara Dorothea Edith Eleanor Eliza Felicity Florence Georgina Harriet Imogen Isobel
      Josephine Laura Lydia Mabel Marian Matilda Nell Olive Penelope Rosalind Sylvia Tabitha Verity Violet Winifred`),
    masculine: words(`Adrian Albert Benedict Clement Edmund Edwin Felix Frederick Gilbert Hugo Jasper Julian Laurence
      Leonard Miles Nathaniel Oliver Percival Ralph Reginald Rupert Sebastian Silas Theodore Tobias Walter Wilfred`),
    last: words(`Ashdown Barlow Calloway Draper Ellwood Farrow Garland Hathersage Ingram Jessop Kirkham Langford Marchmont
      Northcott Oakley Pargeter Radcliffe Selwyn Thornbury Underhill Vickers Wadham Yardley Alderman Birchall Copley
      Dunmore Everard Fanshawe Goddard Hollander Kingsley Latimer Montague Norwood Paxton Rainsford Sheldrake Tilbury`),
  },
  scottish: {
    feminine:
      words(`Ailsa Aileen Catriona Davina Effie Elspeth Eilidh Fiona Flora Iona Isla Jean Kirsty Mairi Morag Morven
      Rhona Rowena Senga Shona Skye Una`),
    masculine:
      words(`Alasdair Angus Archie Callum Cameron Duncan Euan Fergus Finlay Gregor Hamish Iain Innes Keir Lachlan
      Malcolm Murdo Niall Ramsay Roderick Struan Torquil`),
    last: words(`Abercrombie Buchanan Carmichael Dalziel Drummond Erskine Farquhar Galbraith Gillespie Haldane Innes Kerr
      Lockhart MacAllister MacBride MacLaren MacRae Menzies Muirhead Ogilvie Pringle Rennie Sutherland Urquhart`),
  },
  irish: {
    feminine: words(`Aisling Aoife Bridget Caitlin Ciara Clodagh Deirdre Eileen Fionnuala Grainne Maeve Maura Niamh Nora
      Nuala Orla Roisin Saoirse Sheila Sinead Siobhan Una`),
    masculine:
      words(`Aidan Brendan Cathal Ciaran Colm Conor Cormac Declan Desmond Diarmuid Donal Eamon Fintan Kevin Liam
      Lorcan Oisin Padraig Rory Ronan Sean Tadhg`),
    last: words(`Brannigan Brennan Byrne Callaghan Cassidy Corrigan Delahunt Devlin Donnelly Fallon Finnegan Gallagher Hanrahan
      Kavanagh Keane Kinsella Lafferty Maguire Mulligan Nolan O’Dowd O’Rourke Quinlan Rafferty Tierney`),
  },
  french: {
    feminine: words(`Adèle Amélie Camille Céleste Clémence Colette Delphine Élise Estelle Geneviève Hélène Inès Juliette
      Léonie Lucie Madeleine Margaux Mathilde Noémie Odile Sylvie Thérèse Violaine`),
    masculine:
      words(`Adrien Alain Antoine Bastien Baptiste Clément Didier Émile Étienne Fabien Gaspard Guillaume Henri Julien
      Laurent Léon Luc Mathieu Olivier Philippe Rémi Thibault Yves`),
    last: words(`Aubert Beauchamp Belmont Blanchet Carpentier Chevalier Clairmont Delorme Deschamps Fontaine Garnier Guérin
      Lacroix Lambert Lefèvre Marchand Mercier Montclair Perrin Renaud Rousselle Saint-Clair Tessier Vasseur`),
  },
  german: {
    feminine:
      words(`Anneliese Brigitte Charlotte Clara Dorothea Elke Elsa Franziska Frieda Greta Hanna Helga Ilse Johanna
      Katharina Leonie Liesel Lotte Margarete Mathilda Ottilie Ursula Wilhelmina`),
    masculine:
      words(`Albrecht Anton Bernhard Bruno Dieter Emil Ernst Florian Franz Friedrich Gustav Heinrich Jakob Johann
      Konrad Leopold Ludwig Matthias Otto Rainer Ruprecht Stefan Wolfgang`),
    last: words(`Adler Albrecht Baumgartner Bergmann Brandt Dietrich Eberhardt Falkner Fischer Gerber Hartmann Hoffmann
      Kessler Krämer Lehmann Lindner Neumann Reinhardt Richter Sommerfeld Steiner Vogel Weber Winkler`),
  },
  scandinavian: {
    feminine:
      words(`Agneta Annika Astrid Birgitta Ebba Elin Freja Gudrun Hedda Helle Ingrid Johanne Karin Kirsten Linnea
      Liv Maja Ragnhild Signe Sigrid Solveig Thora Ylva`),
    masculine:
      words(`Aksel Anders Arvid Bjørn Einar Erik Gunnar Haakon Halvard Henrik Ivar Jens Kjell Lars Leif Magnus Mikkel
      Nils Olaf Rasmus Sigurd Sven Torsten`),
    last: words(`Andersen Bergström Blom Dahl Ekholm Engström Falk Granberg Hagen Halvorsen Holm Iversen Kjeldsen Lindqvist
      Lundgren Mortensen Nordahl Nyström Rasmussen Sandvik Solberg Strand Thorsen Wikström`),
  },
  italian: {
    feminine:
      words(`Alessandra Allegra Beatrice Bianca Carlotta Chiara Donatella Elena Fiammetta Francesca Giulia Ginevra
      Isabella Livia Lucia Luisa Marcella Ornella Paola Rosalba Serena Silvana Valentina`),
    masculine:
      words(`Aldo Alessandro Angelo Bruno Carlo Cesare Dario Davide Emilio Enzo Fabrizio Federico Giacomo Gianni
      Lorenzo Luca Marcello Matteo Orlando Paolo Raffaele Sandro Vittorio`),
    last: words(`Altieri Barbieri Bellini Benedetti Bianchi Caruso Conti Corsini D’Angelo Donati Esposito Ferrante
      Galli Lombardi Marchetti Montanari Moretti Pellegrini Ricci Romano Salvati Santoro Valenti`),
  },
  spanish: {
    feminine:
      words(`Adela Alma Amparo Beatriz Carmen Catalina Consuelo Dolores Elena Esperanza Estrella Inés Isabel Jimena
      Leonor Lucía Luz Marisol Mercedes Paloma Pilar Rosario Soledad`),
    masculine:
      words(`Alejandro Álvaro Andrés Bernardo Diego Eduardo Emilio Esteban Federico Fernando Gonzalo Ignacio Javier
      Joaquín Leandro Lorenzo Mateo Nicolás Rafael Ramiro Rodrigo Santiago Tomás`),
    last: words(`Aguilar Alarcón Benítez Cabrera Calderón Castellanos Cordero Delgado Escobedo Fuentes Herrera Ibarra Luján
      Medina Montenegro Morales Navarro Olivares Paredes Quintana Robles Salazar Valdés Zamora`),
  },
  polish: {
    feminine: words(`Agnieszka Alicja Aniela Barbara Bogna Danuta Elżbieta Ewa Grażyna Hanna Helena Irena Jadwiga Joanna
      Kalina Katarzyna Kinga Magdalena Marta Milena Teresa Wanda Zofia`),
    masculine:
      words(`Adam Aleksander Andrzej Antoni Bartosz Bogdan Cezary Dominik Feliks Filip Jakub Jerzy Kazimierz Konrad
      Leon Marek Mikołaj Paweł Piotr Szymon Tadeusz Tomasz Witold`),
    last: words(`Adamczyk Banaszak Bielak Borowiec Czajka Dudek Gajda Głowacz Jasiak Kania Kowalczyk Krawczyk Lis Madej
      Marczak Nowak Olszak Pawlak Rogala Sikora Sobczak Szulc Wilk Zaremba`),
  },
  indian: {
    feminine:
      words(`Aditi Amrita Ananya Asha Bhavna Chitra Devika Ishani Kamala Kavita Lakshmi Leela Madhuri Meera Nandini
      Nisha Padma Priya Radhika Rani Shalini Sunita Tara Uma`),
    masculine:
      words(`Aditya Ajay Amit Anand Arjun Ashok Dev Gopal Harish Ishaan Karan Kiran Mohan Naveen Nikhil Prakash Rahul
      Rajan Ravi Rohan Sanjay Suresh Varun Vijay`),
    last: words(`Acharya Banerjee Bhatia Chatterjee Chopra Desai Deshpande Ganguly Gupta Iyer Joshi Kapoor Khanna Kulkarni
      Malhotra Mehta Mukherjee Nair Pandit Patel Pillai Rao Saxena Sharma`),
  },
  japanese: {
    feminine:
      words(`Aiko Akemi Asuka Ayame Chiyo Emiko Hana Haruka Hisako Kaori Keiko Kimiko Mariko Michiko Naoko Reiko Sachiko
      Sakura Shizuka Sumiko Yoko Yukiko Yumi`),
    masculine:
      words(`Akira Daichi Daisuke Eiji Haruto Hideo Hiroshi Isamu Jiro Katsuro Kazuo Kenji Makoto Minoru Noboru Osamu
      Ren Satoshi Shinji Takeshi Taro Yasuo Yoshio`),
    last: words(`Aoki Endo Fujimoto Fukuda Hamada Hayashi Honda Ikeda Ishida Kato Kimura Kobayashi Maeda Matsuda Mori Nakano
      Okada Sakamoto Shimizu Sugiyama Tanabe Ueda Watanabe Yamashita`),
  },
  nigerian: {
    feminine:
      words(`Adaeze Adaora Amaka Amara Bisi Chiamaka Chioma Ebele Ebere Folake Ifeoma Ifeyinwa Kemi Ngozi Nkechi Obioma
      Oluchi Simisola Temitope Titilayo Uju Yetunde Zainab`),
    masculine: words(`Adebayo Ayodele Babajide Babatunde Chidi Chijioke Chukwudi Emeka Femi Ikenna Kelechi Kunle Nnamdi
      Obinna Olamide Olumide Segun Tobenna Tunde Uche Uzoma Yemi`),
    last: words(`Abiodun Adeleke Adeyemi Afolabi Akande Akinola Anozie Balogun Chukwuma Ezeani Eze Ibekwe Igwe Madu Nwachukwu
      Nwankwo Obiora Odukoya Ogunleye Okafor Okonkwo Olaniyan Oyelaran Uzochukwu`),
  },
};
