<?xml version="1.0" encoding="UTF-8"?>
<tileset version="1.10" name="village" tilewidth="16" tileheight="16" tilecount="8" columns="4">
 <tile id="1"><properties><property name="terrain" value="water"/></properties></tile>
 <tile id="2"><properties><property name="walkable" type="bool" value="true"/></properties></tile>
 <tile id="3"><properties><property name="cost" type="int" value="3"/></properties></tile>
 <tile id="4" class="Swamp"/>
 <tile id="5"><properties><property name="blocked" type="bool" value="true"/></properties></tile>
 <tile id="6"><objectgroup><object id="1" x="0" y="0" width="16" height="16"/></objectgroup></tile>
</tileset>
